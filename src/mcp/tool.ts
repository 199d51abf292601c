import type { Static, TSchema } from 'typebox';
import type { StatusChange } from '../../schemas/error-group.js';
import type { Merged } from '../../schemas/merge.js';
import type { Split } from '../../schemas/split.js';
import type { EventConditions } from '../event-conditions.js';
import { type Reader, Refusal } from '../lookup/reader.js';
import { compileBody, type Validator } from '../validate.js';

/** The API as the tools use it, whatever the way to it. Throws a `Refusal`. */
export interface Api extends Reader {
  /** Whether there is a group of this id. */
  setStatus(id: string, change: StatusChange): Promise<boolean>;
  /** The first takes in the others; null when one of them is no group. */
  merge(ids: readonly string[]): Promise<Merged | null>;
  /** Takes these parts out of a group, or (null) all; null when it is no group. */
  unmerge(id: string, parts: readonly string[] | null): Promise<Merged | null>;
  /** Makes a group of the events of another that meet the conditions; null when it is no group. */
  split(id: string, conditions: EventConditions): Promise<Split | null>;
}

export interface ToolContext {
  readonly api: Api;
  /** The only project that the tools know; null for all. */
  readonly project: string | null;
  readonly nowMs: number;
}

/** A tool as the protocol has it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the assistant that chooses among the tools. Constant: nothing of a record is ever in it. */
  readonly description: string;
  readonly input: TSchema;
  readonly changes: boolean;
  /** The answer to arguments as they came. Throws a `Refusal` for what its schema does not take. */
  readonly run: (input: unknown, context: ToolContext) => Promise<string>;
}

/** Checks the arguments before anything sees them. The schema has an `$id`. */
export function toTool<S extends TSchema>(
  facts: Omit<Tool, 'run' | 'input' | 'changes'> & { readonly input: S; readonly changes?: boolean },
  run: (input: Static<S>, context: ToolContext) => Promise<string>,
): Tool {
  const validate: Validator<Static<S>> = compileBody(facts.input);
  return {
    changes: false,
    ...facts,
    run: async (input, context) => {
      const valid = validate(input ?? {});
      if (valid.ok) return run(valid.value, context);
      throw new Refusal(
        `${facts.name} does not take these arguments: ${valid.details
          .map(({ path, message }) => `${toArgumentName(path, facts.input)} ${message}`)
          .join('; ')}.`,
      );
    },
  };
}

/** Names of arguments that there are; others are the caller's text. */
function toArgumentName(path: string, { properties = {} }: TSchema & { readonly properties?: object }): string {
  const name = path.slice(1);
  if (name === '') return 'the whole';
  return Object.hasOwn(properties, name) ? name : 'one argument';
}

/** The project that a call is about. Refuses another one than the server was opened for. */
export function toProject(named: string | undefined, { project }: ToolContext): string | undefined {
  if (project === null || named === undefined || named === project) return named ?? project ?? undefined;
  throw new Refusal('This server was started for one project only; leave out the argument project.');
}
