// Stack traces of Elixir and Erlang.
//
//   ** (KeyError) key :total not found in: %{}
//       (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1
//       (elixir 1.15.7) lib/enum.ex:1693: Enum."-map/2-lists^map/1-1-"/2
//       (phoenix 1.7.10) lib/phoenix/router.ex:432: Phoenix.Router.__call__/5

import { type CallPlace, type StackReader, type TextFrame, toTextFrame } from './text-stack.js';

/** Without an application for code that runs in a script or a shell; without a file for calls with their arguments. */
const FRAME = /^\s+(?:\(([a-z]\w*)(?: [\w.+-]+)?\) )?([^\s:()][^:()]*\.(?:exs?|erl|[hl]?eex)):(\d+): (\S.*)$/;
const CALL = /^\s+\(([a-z]\w*) [\w.+-]+\) ([A-Z:][\w.:]*[!?]?(?:\/\d+|\(.*\)))$/;
const HEADLINE = /^\s*(?:\[error\] .*?)?\*\* \(([A-Z][\w.]*)\) (.*)$/;
const ARITY = /^(.*)\.([^.]*)$/;

/** Applications of the language and well-known ones: a stack names the file inside of an application, not where that lies. */
const LIBRARIES: ReadonlySet<string> = new Set([
  ...[
    'elixir',
    'stdlib',
    'kernel',
    'erts',
    'compiler',
    'mix',
    'ex_unit',
    'logger',
    'eex',
    'iex',
    'crypto',
    'ssl',
    'inets',
  ],
  ...['phoenix', 'phoenix_live_view', 'phoenix_html', 'phoenix_pubsub', 'phoenix_ecto', 'phoenix_template', 'plug'],
  ...['plug_cowboy', 'plug_crypto', 'cowboy', 'cowlib', 'ranch', 'bandit', 'thousand_island', 'ecto', 'ecto_sql'],
  ...['db_connection', 'postgrex', 'myxql', 'exqlite', 'tds', 'oban', 'absinthe', 'jason', 'poison', 'finch', 'mint'],
  ...[
    'nimble_pool',
    'nimble_options',
    'tesla',
    'hackney',
    'httpoison',
    'req',
    'telemetry',
    'gen_stage',
    'broadway',
    'flow',
  ],
  ...['swoosh', 'bamboo', 'guardian', 'quantum', 'decimal', 'gettext', 'sentry', 'ash', 'redix', 'opentelemetry'],
]);

export const ELIXIR: StackReader = {
  language: 'elixir',
  isOwnLine: (line) => FRAME.test(line) || CALL.test(line) || HEADLINE.test(line),
  read(lines) {
    const frames = lines.flatMap((line): TextFrame[] => {
      const [, app, filename, lineno, call] = FRAME.exec(line) ?? [];
      if (filename !== undefined && call !== undefined) return [toFrame({ app, filename, lineno, call })];
      const [, owner, bare] = CALL.exec(line) ?? [];
      return bare === undefined ? [] : [toFrame({ app: owner, call: bare })];
    });
    return [{ frames }];
  },
};

interface Line {
  readonly app: string | undefined;
  readonly filename?: string;
  readonly lineno?: string | undefined;
  readonly call: string;
}

function toFrame({ app, filename, lineno, call }: Line): TextFrame {
  // In parentheses are the arguments themselves, where only the number of them is wanted.
  const bare = call.replace(/\(.*$/, '');
  const [, module, name] = bare.includes('/') ? (ARITY.exec(bare) ?? []) : (ARITY.exec(bare) ?? []);
  const isOwn = (place: CallPlace): boolean => !(app !== undefined && LIBRARIES.has(app)) && isOwnElixir(place);
  return toTextFrame({ filename, function: name ?? bare, module, line: lineno }, isOwn);
}

/** False for fetched packages, and for modules of Erlang and the language itself. */
export function isOwnElixir({ filename = '', module = '' }: CallPlace): boolean {
  if (/(?:^|[\\/])deps[\\/]|[\\/]lib[\\/]elixir[\\/]|[\\/]elixir[\\/]lib[\\/]/.test(filename)) return false;
  return !/^(?::|Elixir\.)?(?:erl_eval|gen_server|gen_statem|gen_event|proc_lib|supervisor|lists|maps|ets|timer|Enum|Stream|GenServer|Task(?:\.Supervised)?|Kernel)$/.test(
    module,
  );
}
