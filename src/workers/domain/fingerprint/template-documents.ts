// Files of users in a message: which of them it was is a value, wherever the path of it stands.

import { isRouteWord } from './message-paths.js';
import { wordBefore } from './message-ports.js';
import type { Match, TemplateContext } from './template-context.js';

const ENDINGS =
  'pdf|jpe?g|png|gif|webp|hei[cf]|tiff?|bmp|psd|dng|xlsx?|csv|tsv|docx?|pptx?|od[pst]|rtf|epub|zip|7z|rar|mp[34]|m4[av]|mov|wav|flac|ogg|avi|mkv|webm|eml|ics|vcf|dcm|hl7|edf|dwg|dxf|stl|gpx|kml|geojson|parquet';

/** Of users, whatever stands in front of them. */
export const IS_DOCUMENT = new RegExp(String.raw`\.(?:${ENDINGS})$`, 'i');

export const HAS_DOCUMENT = new RegExp(String.raw`\.(?:${ENDINGS})(?!\w)`, 'i');

const STOPS = String.raw`\s<>()[\]{},;|*?:=`;
/** Not in quotation marks, which another rule reads, and not of a URL, which names the host as well. */
export const DOCUMENT_PATH = new RegExp(
  String.raw`(?<![^${STOPS}])(?!\/\/)(?:[a-z]:)?[^${STOPS}"'\`]{1,400}\.(?:${ENDINGS})(?![\w\\/-]|\.\w)`,
  'gi',
);

/** The code of a thing in a program has a point too: `address.zip`, `formats.pdf`. */
const IS_FILE_NAME = /[\\/]|[-_\d][^.]{0,200}\.(?!zip$)\w+$/i;

export function templateDocument({ text, before }: Match, { hasOwnFrames }: TemplateContext): string {
  const isFile = hasOwnFrames && IS_FILE_NAME.test(text) && !isRouteWord(wordBefore(before, before.length));
  return isFile ? '<value>' : text;
}
