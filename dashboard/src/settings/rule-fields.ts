import {
  GROUPING_CONDITION_CHARS_MAX,
  GROUPING_RULE_FINGERPRINT_CHARS_MAX,
  GROUPING_RULE_NAME_CHARS_MAX,
} from '../../../schemas/limits.ts';
import type { GroupingRule } from '../../../schemas/project-settings.ts';
import type { ApiError } from '../api/client.ts';
import type { Field, FieldFault, Typed } from './typed-fields.tsx';

/** What a rule says in words. */
type RuleText = Exclude<keyof GroupingRule, 'ignore'>;
type RuleField = Field & { readonly name: RuleText };

const toCondition = (name: RuleText, label: string, placeholder: string): RuleField => ({
  name,
  label,
  placeholder,
  charsMax: GROUPING_CONDITION_CHARS_MAX,
});

/** What a rule asks of an event. */
export const CONDITION_FIELDS: readonly RuleField[] = [
  toCondition('type', 'Type', 'any, or StockError'),
  toCondition('message', 'Message', 'any, or no * left in *'),
  toCondition('file', 'File', 'any, or */src/cart/*'),
  toCondition('package', 'Package', 'any, or stripe'),
];

/** All that a rule has, in the order in which it is typed. */
export const GROUPING_RULE_FIELDS: readonly RuleField[] = [
  {
    name: 'name',
    label: 'Name',
    placeholder: 'out of stock',
    isRequired: true,
    charsMax: GROUPING_RULE_NAME_CHARS_MAX,
  },
  ...CONDITION_FIELDS,
  {
    name: 'fingerprint',
    label: 'Fingerprint',
    placeholder: 'stock, or stock: {type}; {{ default }} keeps what it is',
    charsMax: GROUPING_RULE_FINGERPRINT_CHARS_MAX,
  },
];

/** What events of a rule are grouped by that only ignores them: what they would be grouped by without it. */
export const DEFAULT_FINGERPRINT = '{{ default }}';

/** What was typed, as the API takes it: without what was left empty. Null where a fingerprint is wanted and there is none. */
export function toGroupingRule({ name = '', fingerprint = '', ...typed }: Typed, ignore: boolean): GroupingRule | null {
  if (fingerprint === '' && !ignore) return null;
  const conditions = Object.entries(typed).filter(([, text]) => text !== '');
  return {
    name,
    ...Object.fromEntries(conditions),
    fingerprint: fingerprint === '' ? DEFAULT_FINGERPRINT : fingerprint,
    ...(ignore && { ignore }),
  };
}

const TEXT_KEYS = [...GROUPING_RULE_FIELDS.map(({ name }) => name), 'ignore'];

/** What rules say, whatever the order in which each of them says it. */
export function toRulesText(rules: readonly GroupingRule[]): string {
  return JSON.stringify(
    rules.map(({ ignore, ...rule }) => ({ ...rule, ...(ignore === true && { ignore }) })),
    TEXT_KEYS,
  );
}

export function hasCondition(rule: GroupingRule): boolean {
  return CONDITION_FIELDS.some(({ name }) => rule[name] !== undefined);
}

/** The rules with one of them one place further up or down. */
export function toMoved(rules: readonly GroupingRule[], from: number, to: number): readonly GroupingRule[] {
  return rules.toSpliced(from, 1).toSpliced(to, 0, ...rules.slice(from, from + 1));
}

/** Why the daemon did not take the rules, and of which it is, where one is at fault. */
export interface RulesFault {
  readonly text: string;
  readonly index: number | null;
  readonly field: FieldFault | null;
}

const PLACE = /^\/groupingRules\/(\d+)(?:\/(\w+))?$/;

export function toRulesFault({ message, details: [detail] }: ApiError): RulesFault {
  const [, index, name] = PLACE.exec(detail?.path ?? '') ?? [];
  if (detail === undefined || index === undefined) return { text: message, index: null, field: null };
  const field = GROUPING_RULE_FIELDS.find((one) => one.name === name);
  const what = field === undefined ? 'Rule' : `${field.label} of rule`;
  return {
    text: `${what} ${Number(index) + 1} ${detail.message}.`,
    index: Number(index),
    field: field === undefined ? null : { field: field.name, text: `${field.label} ${detail.message}.` },
  };
}
