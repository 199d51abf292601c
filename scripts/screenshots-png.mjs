// Makes PNG pictures of pages small: 256 colours are enough for them, and a byte per pixel packs well.

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const COLORS_MAX = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The same picture with a palette of colours that it has; the others become their nearest. */
export function toSmallPng(png) {
  const { width, height, pixels } = decode(png);
  const { palette, indexOf } = toPalette(pixels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    // The byte before each row says that it is not filtered: that suits palettes.
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const chunks = [
    ['IHDR', header],
    ['PLTE', colors],
    ['IDAT', deflateSync(rows, { level: 9 })],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([SIGNATURE, ...chunks.map(([name, data]) => toChunk(name, data))]);
}

function toChunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Each pixel as a number, 0xRRGGBB. Takes what browsers write: eight bits, RGB or RGBA, not interlaced. */
function decode(png) {
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [width, height, step] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const bytes = inflateSync(Buffer.concat(parts));
  const stride = width * step;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const row = bytes.subarray(start + 1, start + 1 + stride);
    unfilter(bytes[start], { row, above, step });
    for (let x = 0; x < width; x += 1) {
      pixels[y * width + x] = (row[x * step] << 16) | (row[x * step + 1] << 8) | row[x * step + 2];
    }
    above = row;
  }
  return { width, height, pixels };
}

/** The five filters of https://www.w3.org/TR/png-3/#9Filters, taken back in place. */
function unfilter(filter, { row, above, step }) {
  for (let at = 0; at < row.length; at += 1) {
    const left = at < step ? 0 : row[at - step];
    const corner = at < step ? 0 : above[at - step];
    const guess = [0, left, above[at], (left + above[at]) >> 1, toPaeth(left, above[at], corner)][filter];
    row[at] = (row[at] + guess) & 255;
  }
}

function toPaeth(left, up, corner) {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function toPalette(pixels) {
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const colors = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color);
  // One of each region of the colours first: what is small and alone in its colour keeps it.
  const leaders = new Set(new Map(colors.toReversed().map((color) => [color & 0xf0f0f0, color])).values());
  const palette = [...colors.filter((color) => leaders.has(color)), ...colors.filter((color) => !leaders.has(color))];
  palette.length = Math.min(palette.length, COLORS_MAX);
  const indexes = new Map(palette.map((color, index) => [color, index]));
  const indexOf = (color) => {
    const known = indexes.get(color) ?? toNearest(color, palette);
    indexes.set(color, known);
    return known;
  };
  return { palette, indexOf };
}

function toNearest(color, palette) {
  let [best, bestDistance] = [0, Number.POSITIVE_INFINITY];
  palette.forEach((other, index) => {
    const distance =
      ((color >> 16) - (other >> 16)) ** 2 +
      (((color >> 8) & 255) - ((other >> 8) & 255)) ** 2 +
      ((color & 255) - (other & 255)) ** 2;
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  });
  return best;
}
