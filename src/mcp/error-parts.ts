// What is told of an error, in parts: the most telling first.

import type { Cause, EventRecord } from '../../schemas/event.js';
import type { FoundError } from '../lookup/find.js';
import {
  type Fact,
  toBuiltText,
  toCauseText,
  toCodeLines,
  toErrorText,
  toEventFacts,
  toExplanationTexts,
  toFrameTexts,
  toValueText,
} from '../lookup/record-text.js';
import type { Part } from './answer.js';
import { toDataLines } from './fence.js';

export function toErrorParts({ error, event }: FoundError): readonly Part[] {
  const { type, message } = event ?? error;
  const what = [
    ...toDataLines(toErrorText(type, message)),
    ...(error.projectId === undefined ? [] : toDataLines(`project: ${error.projectId}`)),
  ];
  const why = toExplanationTexts(error).flatMap((text) => toDataLines(text));
  return [
    { name: 'error', title: 'What happened', lines: what, share: 0.15 },
    { name: 'explanation', title: 'Why, as errord explains it', lines: why, share: 0.15 },
    ...(event === null ? [] : toEventParts(event)),
  ];
}

/** Of the parts behind the timeline. */
export function toContextParts({ event }: FoundError): readonly Part[] {
  if (event === null) return [];
  const { breadcrumbs = [], componentStack = '' } = event;
  const facts: readonly Fact[] = [['event', event.eventId], ['at', event.timestamp], ...toEventFacts(event)];
  const last = breadcrumbs.toReversed().flatMap((breadcrumb) => toDataLines(toValueText(breadcrumb)));
  return [
    { name: 'context', title: 'About the event', lines: toFactLines(facts), share: 0.2 },
    { name: 'breadcrumbs', title: 'Breadcrumbs, the last one first', lines: last, share: 0.1 },
    { name: 'components', title: 'Component stack', lines: toTextLines(componentStack), share: 0.1 },
  ];
}

/** A line for each fact; a long value goes on below. */
export function toFactLines(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap(([name, value]) => {
    const text = toValueText(value);
    return text === '' ? [] : toDataLines(`${name}: ${text}`);
  });
}

function toEventParts(event: EventRecord): readonly Part[] {
  const causes = (event.causes ?? []).flatMap((cause) => [
    ...toDataLines(`caused by ${toCauseText(cause)}`),
    ...toStackLines(cause),
  ]);
  const title = 'Stack: the code that failed, own frames (>), then the others; #0 is the innermost';
  return [
    { name: 'stack', title, lines: toStackLines(event), share: 0.3 },
    { name: 'causes', title: 'Causes, the nearest first', lines: causes, share: 0.2 },
  ];
}

/** Own frames come first: they are what can be changed. Without frames it is the text of the stack. */
function toStackLines({ stackFrames = [], stack = '' }: Pick<Cause, 'stackFrames' | 'stack'>): readonly string[] {
  if (stackFrames.length === 0) return toTextLines(stack);
  const numbered = stackFrames.map((frame, index) => {
    const { called, place } = toFrameTexts(frame);
    return {
      frame,
      line: toDataLines(`${frame.inApp ? '>' : ' '} #${index} ${called}  ${place}${toBuiltText(frame)}`),
    };
  });
  const own = numbered.filter(({ frame }) => frame.inApp);
  const others = numbered.filter(({ frame }) => !frame.inApp);
  const [first = numbered[0], ...rest] = own;
  const code = first === undefined ? [] : toCodeLines(first.frame);
  return [
    ...(first?.line ?? []),
    ...code.flatMap(({ text }) => toDataLines(`    ${text}`)),
    ...rest.flatMap(({ line }) => line),
    ...others.filter((each) => each !== first).flatMap(({ line }) => line),
  ];
}

function toTextLines(text: string): readonly string[] {
  return text === '' ? [] : toDataLines(text);
}
