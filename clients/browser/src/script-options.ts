/** Attributes that are texts as they are. */
const TEXTS = ['projectId', 'serverUrl', 'token', 'release', 'environment', 'editor'] as const;
/** Attributes that say yes or no. */
const FLAGS = ['enabled', 'debug', 'overlay'] as const;
/** Attributes that hold several texts, separated by commas. */
const LISTS = ['correlationOrigins', 'ignoreErrors'] as const;

/**
 * The options that the `data-` attributes of the script say; the daemon is where the script came from unless one says
 * otherwise. Attributes of other tools are left alone, wrong values are left to the checks of `init`.
 */
export function toScriptOptions(
  attributes: Readonly<Record<string, string | undefined>>,
  src: string,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  if (/^https?:/.test(src)) options.serverUrl = src.replace(/\/[^/?#]*(?:[?#].*)?$/, '');
  for (const name of TEXTS) if (attributes[name] !== undefined) options[name] = attributes[name];
  for (const name of LISTS) if (attributes[name] !== undefined) options[name] = toList(attributes[name]);
  const { sampleRate, captureConsole } = attributes;
  if (sampleRate !== undefined) options.sampleRate = sampleRate.trim() === '' ? Number.NaN : Number(sampleRate);
  for (const name of FLAGS) if (attributes[name] !== undefined) options[name] = toFlag(attributes[name]);
  if (captureConsole !== undefined) {
    const flag = toFlag(captureConsole);
    options.captureConsole = typeof flag === 'boolean' ? flag : toList(flag);
  }
  return options;
}

/** An attribute without a value says yes. */
function toFlag(text: string): boolean | string {
  return text === 'true' || text === '' ? true : text === 'false' ? false : text;
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
