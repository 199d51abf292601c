// Backtraces of Ruby.
//
//   /srv/shop/cart.rb:12:in 'Cart#total': undefined method 'price' for nil (NoMethodError)
//   	from /srv/shop/app.rb:3:in '<main>'
//   /srv/shop/db.rb:7:in 'connect': no route (Errno::EHOSTUNREACH)

import { type CallPlace, type StackReader, type TextFrame, type ThrownText, toTextFrame } from './text-stack.js';

/** Up to 3.3 a name opens with a backtick. Ruby 2.5 to 2.7 number the calls and print the outermost first. */
const FRAME =
  /^\s*(?:(\d+): )?(?:from )?((?:<internal:[^>]*>|\(eval[^)]*\)|[^\s:'"`()<>][^:'"`()<>]*|[A-Za-z]:[^:'"`()<>]+)):(\d+):in [`']([^']*)'(?:: (.*))?$/;
const HEADLINE = /^(.*) \(([A-Z][\w:]*)\)$/;
const LIBRARY =
  /[\\/](?:gems|rubygems|bundler)[\\/]|[\\/]lib[\\/]j?ruby[\\/]|[\\/]vendor[\\/]bundle[\\/]|^<internal:|[\\/]bin[\\/](?:ruby|bundle|rake|rails|irb)$/;

export const RUBY: StackReader = {
  language: 'ruby',
  isOwnLine: (line) => FRAME.test(line),
  read(lines) {
    const errors: { headline: string; frames: TextFrame[] }[] = [];
    let outermostFirst: TextFrame[] = [];
    for (const line of lines) {
      const [, number, filename, lineno, name, headline] = FRAME.exec(line) ?? [];
      if (filename === undefined) continue;
      const frame = toTextFrame({ filename, function: name, line: lineno }, isOwnRuby);
      const error = errors.at(-1);
      if (number !== undefined) outermostFirst.push(frame);
      else if (error === undefined || headline !== undefined) {
        errors.push({ headline: headline ?? '', frames: [frame, ...outermostFirst.reverse()] });
        outermostFirst = [];
      } else error.frames.push(frame);
    }
    return errors.map(toThrown);
  },
};

/** False for the runtime and for gems. */
export function isOwnRuby({ filename }: CallPlace): boolean {
  return filename === undefined || !LIBRARY.test(filename);
}

function toThrown({ headline, frames }: { headline: string; frames: TextFrame[] }): ThrownText {
  const [, message, type] = HEADLINE.exec(headline) ?? [];
  if (type === undefined) return headline === '' ? { frames } : { message: headline, frames };
  return { type, ...(message ? { message } : null), frames };
}
