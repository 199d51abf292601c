import assert from 'node:assert/strict';
import { REDACTED } from '../../../../src/constants.js';
import { findings, ROOMS } from '../../../../src/workers/domain/findings/findings.js';

function sentencesOf(headline: string): string[] {
  return findings({ type: 'Error', message: headline, frames: [], causes: [] }).map(({ sentence }) => sentence);
}

describe('a wording', () => {
  const wordings = ROOMS.flat();

  for (const { example } of wordings) {
    const [message, sentence] = example;
    it(`says of ${JSON.stringify(message.slice(0, 90))} what it names`, () => {
      assert.ok(sentencesOf(message).includes(sentence), JSON.stringify(sentencesOf(message)));
    });
  }

  for (const { has, match, example } of wordings) {
    it(`is looked for where its text is: ${has}`, () => {
      const [message] = example;
      assert.ok(message.includes(has));
      assert.equal(match.flags, '');
      assert.match(`Error: ${message}`, match);
    });
  }

  it('keeps for each of its words what they were read from, at their place', () => {
    for (const { example } of wordings) {
      const [message] = example;
      for (const { sentence, evidence } of findings({ type: 'Error', message, frames: [], causes: [] })) {
        assert.ok(evidence.length > 0, sentence);
        for (const { start, end, text, shownBy } of evidence) {
          const words = sentence.slice(start, end);
          assert.match(words, /^`[^`]+`$/);
          assert.equal(shownBy, 'message');
          assert.ok(text.includes(words.slice(1, -1)) || text.endsWith('…'), `${words} of ${text}`);
        }
      }
    }
  });

  it('says nothing where one of its words was redacted', () => {
    for (const { example, match } of wordings) {
      const [message] = example;
      const groups: readonly (string | undefined)[] = Object.values(match.exec(`Error: ${message}`)?.groups ?? {});
      for (const group of groups.filter((text = '') => text.length > 3)) {
        const hidden = message.replace(group ?? '', REDACTED);
        for (const sentence of sentencesOf(hidden)) assert.doesNotMatch(sentence, /redacted/i, hidden);
      }
    }
  });
});
