// `import '@errord/node/auto'`: set up from the environment alone.

export {};
