import { describe, expect, it } from 'vitest';
import { judgeSecret } from '../../../../src/engine/diff/fields/judge-secret.ts';
import type { KeptValue, LiveValue } from '../../../../src/model/fields/field-value.ts';
import type { Fingerprint } from '../../../../src/model/secret/secret.ts';
import { boundSecret, plain, print } from '../../../support/values/make-verdict.ts';

const hidden: LiveValue = { kind: 'not-readable' };
const seen = (text: string, key?: string): LiveValue => ({
  kind: 'secret',
  read: print(text, key),
});

/** What we wrote and what the service showed after that. */
function wrote(written: Fingerprint | null, read: Fingerprint | null = null): KeptValue {
  return { kind: 'secret', written, read };
}

type Settings = Partial<Pick<Parameters<typeof judgeSecret>[1], 'isBound' | 'isShown' | 'rewrite'>>;

function judgeWith(settings: Settings) {
  const usual = { isBound: false, isShown: false, rewrite: false };
  return (git: string | null, applied: KeptValue | null, live: LiveValue) =>
    judgeSecret(boundSecret(git), { live, applied, print, ...usual, ...settings });
}

const judge = judgeWith({});
/** For a run that sends again what nobody can verify. */
const judgeAgain = judgeWith({ rewrite: true });

describe('judgeSecret', () => {
  it('trusts an equal print whatever is remembered', () => {
    for (const applied of [null, plain('old'), wrote(print('old')), wrote(null)]) {
      expect(judge('word', applied, seen('word'))).toBe('same');
    }
  });

  it('compares Git with what we wrote, and the service with what it showed after that', () => {
    const applied = wrote(print('word'), print('****'));
    expect(judge('word', applied, seen('****'))).toBe('same');
    expect(judge('new', applied, seen('****'))).toBe('manifest');
    expect(judge('word', applied, seen('#'))).toBe('live');
    expect(judge('new', applied, seen('#'))).toBe('both');
  });

  it('goes by what we wrote where the service shows nothing', () => {
    expect(judge('word', wrote(print('word')), hidden)).toBe('same');
    expect(judge('new', wrote(print('word')), hidden)).toBe('manifest');
    expect(judge('word', null, hidden)).toBe('not-readable');
    expect(judge('word', wrote(null), hidden)).toBe('not-readable');
  });

  it('is to be written to what is ours and has another text, or none that anybody sees', () => {
    const ours = judgeWith({ isBound: true });
    const judgeOurs = (live: LiveValue, applied: KeptValue | null = null) =>
      ours('word', applied, live);
    expect(judgeOurs(plain('as the template says'))).toBe('unknown');
    expect(judgeOurs(seen('****'))).toBe('unknown');
    expect(judgeOurs(hidden)).toBe('manifest');
    expect(judgeOurs(seen('word'))).toBe('same');
    expect(judgeOurs(hidden, wrote(null))).toBe('not-readable');
  });

  it('sees that what was sent was not kept, where the service shows it as any text', () => {
    const shown = judgeWith({ isBound: true, isShown: true });
    const judgeShown = (applied: KeptValue, live: LiveValue) => shown('word', applied, live);
    expect(judgeShown(wrote(print('word'), print('100')), plain('100'))).toBe('live');
    expect(judgeShown(wrote(print('old'), print('old')), plain('old'))).toBe('manifest');
    expect(judgeShown(wrote(print('old'), print('100')), plain('100'))).toBe('both');
    expect(judgeShown(wrote(null, print('100')), plain('100'))).toBe('not-readable');
    expect(judgeShown(wrote(print('word', 'k2'), print('****', 'k2')), plain('word'))).toBe('same');
  });

  it('sees that a secret is gone', () => {
    for (const live of [plain(null), plain(''), plain({ kind: 'ignore' })]) {
      expect(judge('word', wrote(print('word')), live)).toBe('live');
      expect(judge('word', wrote(null), live)).toBe('live');
      expect(judge('word', null, live)).toBe('unknown');
    }
  });

  it('prints text that is shown plainly, in a mapping too', () => {
    expect(judge('word', wrote(print('word'), print('word')), plain('word'))).toBe('same');
    expect(judge('word', null, plain({ kind: 'value', value: 'word' }))).toBe('same');
    expect(judge('word', wrote(print('word'), print('word')), plain('other'))).toBe('live');
  });

  it('finds a secret again whose text looks like an expression', () => {
    const live = plain({ kind: 'expression', expression: '=Zx9{{' });
    expect(judge('=Zx9{{', null, live)).toBe('same');
    expect(judge('=Zx9{{', wrote(print('=Zx9{{'), print('=Zx9{{')), live)).toBe('same');
  });

  it('takes a reference in the place of text for a change of Git', () => {
    expect(judge('word', plain('open'), hidden)).toBe('manifest');
    expect(judge('word', plain('open'), plain('open'))).toBe('manifest');
  });

  it('never makes a change of prints that another key made', () => {
    const applied = wrote(print('word', 'k2'), print('****', 'k2'));
    expect(judge('word', applied, seen('****'))).toBe('not-readable');
    expect(judge('new', applied, hidden)).toBe('not-readable');
    expect(judge('new', wrote(print('word'), print('****', 'k2')), seen('#'))).toBe('manifest');
    expect(judge('word', applied, seen('#', 'k2'))).toBe('live');
  });

  it('never makes a change of a key of this run alone', () => {
    const applied = wrote(print('word', 'run-1'), print('****', 'run-1'));
    expect(judge('word', applied, seen('****', 'run-2'))).toBe('not-readable');
  });

  it('does not compare what has no value here, but sees that somebody changed it', () => {
    expect(judge(null, null, hidden)).toBe('not-compared');
    expect(judge(null, wrote(print('word'), print('****')), seen('****'))).toBe('not-compared');
    expect(judge(null, wrote(print('word'), print('****')), seen('#'))).toBe('live');
  });

  it('sends again on request what nobody can verify, and nothing else', () => {
    expect(judgeAgain('word', null, hidden)).toBe('unknown');
    expect(judgeAgain('word', wrote(null, print('****')), seen('****'))).toBe('unknown');
    expect(judgeAgain('word', wrote(print('word', 'k2')), hidden)).toBe('unknown');
    expect(judgeAgain('word', wrote(print('word')), hidden)).toBe('same');
    expect(judgeAgain(null, null, hidden)).toBe('not-compared');
  });

  it('knows no direction of what was adopted and is shown as another', () => {
    expect(judge('word', null, seen('****'))).toBe('not-readable');
    expect(judge('word', wrote(null, print('****')), seen('****'))).toBe('not-readable');
    expect(judge('word', wrote(null, print('****')), seen('#'))).toBe('live');
  });
});
