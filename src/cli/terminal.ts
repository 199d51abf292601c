import { createInterface } from 'node:readline';
import { toTerminalText } from './terminal-text.js';

/** Where a command speaks to a person. Every line is made safe on its way out. */
export interface Terminal {
  /** Prints lines on standard output. A value from elsewhere must pass `toTerminalText` before it joins other text. */
  say(lines: string): void;
  /** Prints lines on standard error. */
  complain(lines: string): void;
  /** Whether a person is there to answer. */
  readonly canAsk: boolean;
  /** Resolves to the line that was typed, or to the empty text when input ended. */
  ask(question: string): Promise<string>;
}

/** The terminal of this process. */
export function openTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    // The reader of a pipe may go away first; that is no reason for a daemon to end.
    stream.on('error', () => undefined);
  }
  return {
    say: (lines) => void process.stdout.write(toLines(lines)),
    complain: (lines) => void process.stderr.write(toLines(lines)),
    canAsk: process.stdin.isTTY && process.stdout.isTTY,
    ask: askLine,
  };
}

function toLines(text: string): string {
  return `${text.split('\n').map(toTerminalText).join('\n')}\n`;
}

function askLine(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    // Ctrl-C and Ctrl-D close the prompt without an answer, and without ending its line.
    const giveUp = (): void => {
      process.stdout.write('\n');
      resolve('');
    };
    prompt.once('close', giveUp);
    prompt.question(toTerminalText(question), (answer) => {
      prompt.off('close', giveUp);
      prompt.close();
      resolve(answer);
    });
  });
}
