// `/errord.js`: the script-tag build. The attributes of its element are the options, so one line of HTML is a full set-up.

import { init } from './index.js';
import { toScriptOptions } from './script-options.js';

export * from './index.js';

const element = document.currentScript;
if (element instanceof HTMLScriptElement) init(toScriptOptions(element.dataset, element.src));
