// `@errord/browser/react`.

export {};
