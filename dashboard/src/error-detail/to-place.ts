import { toVisible } from '../ui/hostile-text.ts';

/** Of the folders of a path, its end: what is above it tells files apart the least. */
const FOLDER_CHARS = 60;

/** A path as it is shown: its folder, cut from the left where it is long, and its file. */
export function toPlace(filename: string): readonly [folder: string, file: string] {
  const cut = Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1;
  const folder = filename.slice(0, cut);
  const end = folder.slice(-FOLDER_CHARS);
  const shown = end === folder ? folder : `…${end.slice(Math.max(0, end.search(/[\\/]/)))}`;
  return [toVisible(shown), toVisible(filename.slice(cut))];
}
