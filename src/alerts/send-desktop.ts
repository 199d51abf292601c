import { execFile } from 'node:child_process';
import { ALERT_SEND_TIMEOUT_MS } from '../limits.js';

/** A program and its arguments: no shell reads them. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

interface Texts {
  readonly title: string;
  readonly body: string;
}

/** Shows a notification on the machine of the daemon. Rejects where there is no desktop. */
export function notifyDesktop(texts: Texts, platform: NodeJS.Platform): Promise<void> {
  const command = toDesktopCommand(texts, platform);
  if (command === null) return Promise.reject(new Error(`desktop notifications are not known on ${platform}`));
  return new Promise((resolve, reject) => {
    execFile(command.file, command.args, { timeout: ALERT_SEND_TIMEOUT_MS }, (error) => {
      if (error === null) resolve();
      else
        reject(
          new Error(
            `${command.file} failed: ${error.code === 'ENOENT' ? 'it is not installed' : 'see whether the daemon has a desktop'}`,
          ),
        );
    });
  });
}

/** The texts are arguments of their own, behind what ends the options. */
export function toDesktopCommand({ title, body }: Texts, platform: NodeJS.Platform): Command | null {
  if (platform === 'darwin') {
    const script = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'];
    return { file: 'osascript', args: [...script.flatMap((line) => ['-e', line]), '--', title, body] };
  }
  if (platform !== 'linux') return null;
  // Its body is marked up.
  return { file: 'notify-send', args: ['--app-name=errord', '--', title, escapeMarkup(body)] };
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
