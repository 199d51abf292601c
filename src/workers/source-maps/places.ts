import type { SourceMapPlaces } from './map-book.js';

/** What a project lists, folders apart from dev servers. */
export function toPlaces(listed: readonly string[]): SourceMapPlaces {
  return {
    folders: listed.filter((place) => !isServer(place)),
    servers: listed.filter(isServer),
  };
}

const isServer = (place: string): boolean => /^https?:\/\//.test(place);
