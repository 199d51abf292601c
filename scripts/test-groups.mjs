// How `npm test` divides the tests: each group is a mocha process of its own. Plain Node.

/** Some measure time or memory: what runs beside them would be measured too. They are told by what they use. */
const MEASURES = /assert-quick\.js|\bmemoryUsage\(|\bperformance\.now\(/;

/** The longest first, so that none of them is the last to begin. A file belongs to the first group that matches it. */
const GROUPS = [
  ['dashboard', /\/test\/dashboard\//],
  ['daemon', /\/test\/(?:daemon|cli)\//],
  ['clients', /\/test\/clients\//],
  ['parts', /./],
];

/**
 * The groups that run side by side, then the group that runs alone. `files` are paths of built tests; `read` gives the text
 * of one. Every file is in one group.
 */
export function toGroups(files, read) {
  const alone = files.filter((file) => MEASURES.test(read(file)));
  const named = new Map(GROUPS.map(([name]) => [name, []]));
  for (const file of files) {
    if (alone.includes(file)) continue;
    const [name] = GROUPS.find(([, pattern]) => pattern.test(file));
    named.get(name).push(file);
  }
  const beside = [...named].map(([name, members]) => ({ name, files: members })).filter(hasFiles);
  return { beside, alone: [{ name: 'alone', files: alone }].filter(hasFiles) };
}

function hasFiles({ files }) {
  return files.length > 0;
}

/**
 * Divides what mocha's dot reporter writes: `signs` is the part of the chunk to show at once, `report` what follows the
 * signs and is kept for the end.
 */
export function splitSigns(chunk) {
  const [signs] = /^[.!,\s]*/.exec(chunk);
  return { signs, report: chunk.slice(signs.length) };
}
