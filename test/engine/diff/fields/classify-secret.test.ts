import { describe, expect, it } from 'vitest';
import { classifySecret } from '../../../../src/engine/diff/fields/classify-secret.ts';
import type { LiveValue, StoredValue } from '../../../../src/model/fields/field-value.ts';
import type { Fingerprint } from '../../../../src/model/secret/secret.ts';
import { boundSecret, fingerprint, plain } from '../../../support/values/make-field-diff.ts';

const hidden: LiveValue = { kind: 'not-readable' };
const seen = (text: string, key?: string): LiveValue => ({
  kind: 'secret',
  read: fingerprint(text, key),
});

/** What we wrote and what the service showed after that. */
function wrote(written: Fingerprint | null, read: Fingerprint | null = null): StoredValue {
  return { kind: 'secret', written, read };
}

type Settings = Partial<
  Pick<Parameters<typeof classifySecret>[1], 'isBound' | 'isShown' | 'rewrite'>
>;

function checkWith(settings: Settings) {
  const usual = { isBound: false, isShown: false, rewrite: false };
  return (git: string | null, applied: StoredValue | null, live: LiveValue) =>
    classifySecret(boundSecret(git), { live, applied, fingerprint, ...usual, ...settings });
}

const judge = checkWith({});
/** For a run that sends again what nobody can verify. */
const judgeAgain = checkWith({ rewrite: true });

describe('judgeSecret', () => {
  it('trusts an equal print whatever is remembered', () => {
    for (const applied of [null, plain('old'), wrote(fingerprint('old')), wrote(null)]) {
      expect(judge('word', applied, seen('word'))).toBe('same');
    }
  });

  it('compares Git with what we wrote, and the service with what it showed after that', () => {
    const applied = wrote(fingerprint('word'), fingerprint('****'));
    expect(judge('word', applied, seen('****'))).toBe('same');
    expect(judge('new', applied, seen('****'))).toBe('manifest');
    expect(judge('word', applied, seen('#'))).toBe('live');
    expect(judge('new', applied, seen('#'))).toBe('both');
  });

  it('goes by what we wrote where the service shows nothing', () => {
    expect(judge('word', wrote(fingerprint('word')), hidden)).toBe('same');
    expect(judge('new', wrote(fingerprint('word')), hidden)).toBe('manifest');
    expect(judge('word', null, hidden)).toBe('not-readable');
    expect(judge('word', wrote(null), hidden)).toBe('not-readable');
  });

  it('is to be written to what is ours and has another text, or none that anybody sees', () => {
    const ours = checkWith({ isBound: true });
    const judgeOurs = (live: LiveValue, applied: StoredValue | null = null) =>
      ours('word', applied, live);
    expect(judgeOurs(plain('as the template says'))).toBe('unknown');
    expect(judgeOurs(seen('****'))).toBe('unknown');
    expect(judgeOurs(hidden)).toBe('manifest');
    expect(judgeOurs(seen('word'))).toBe('same');
    expect(judgeOurs(hidden, wrote(null))).toBe('not-readable');
  });

  it('sees that what was sent was not kept, where the service shows it as any text', () => {
    const shown = checkWith({ isBound: true, isShown: true });
    const judgeShown = (applied: StoredValue, live: LiveValue) => shown('word', applied, live);
    expect(judgeShown(wrote(fingerprint('word'), fingerprint('100')), plain('100'))).toBe('live');
    expect(judgeShown(wrote(fingerprint('old'), fingerprint('old')), plain('old'))).toBe(
      'manifest',
    );
    expect(judgeShown(wrote(fingerprint('old'), fingerprint('100')), plain('100'))).toBe('both');
    expect(judgeShown(wrote(null, fingerprint('100')), plain('100'))).toBe('not-readable');
    expect(
      judgeShown(wrote(fingerprint('word', 'k2'), fingerprint('****', 'k2')), plain('word')),
    ).toBe('same');
  });

  it('sees that a secret is gone', () => {
    for (const live of [plain(null), plain(''), plain({ kind: 'ignore' })]) {
      expect(judge('word', wrote(fingerprint('word')), live)).toBe('live');
      expect(judge('word', wrote(null), live)).toBe('live');
      expect(judge('word', null, live)).toBe('unknown');
    }
  });

  it('prints text that is shown plainly, in a mapping too', () => {
    expect(judge('word', wrote(fingerprint('word'), fingerprint('word')), plain('word'))).toBe(
      'same',
    );
    expect(judge('word', null, plain({ kind: 'value', value: 'word' }))).toBe('same');
    expect(judge('word', wrote(fingerprint('word'), fingerprint('word')), plain('other'))).toBe(
      'live',
    );
  });

  it('finds a secret again whose text looks like an expression', () => {
    const live = plain({ kind: 'expression', expression: '=Zx9{{' });
    expect(judge('=Zx9{{', null, live)).toBe('same');
    expect(judge('=Zx9{{', wrote(fingerprint('=Zx9{{'), fingerprint('=Zx9{{')), live)).toBe('same');
  });

  it('takes a reference in the place of text for a change of Git', () => {
    expect(judge('word', plain('open'), hidden)).toBe('manifest');
    expect(judge('word', plain('open'), plain('open'))).toBe('manifest');
  });

  it('never makes a change of prints that another key made', () => {
    const applied = wrote(fingerprint('word', 'k2'), fingerprint('****', 'k2'));
    expect(judge('word', applied, seen('****'))).toBe('not-readable');
    expect(judge('new', applied, hidden)).toBe('not-readable');
    expect(judge('new', wrote(fingerprint('word'), fingerprint('****', 'k2')), seen('#'))).toBe(
      'manifest',
    );
    expect(judge('word', applied, seen('#', 'k2'))).toBe('live');
  });

  it('never makes a change of a key of this run alone', () => {
    const applied = wrote(fingerprint('word', 'run-1'), fingerprint('****', 'run-1'));
    expect(judge('word', applied, seen('****', 'run-2'))).toBe('not-readable');
  });

  it('does not compare what has no value here, but sees that somebody changed it', () => {
    expect(judge(null, null, hidden)).toBe('not-compared');
    expect(judge(null, wrote(fingerprint('word'), fingerprint('****')), seen('****'))).toBe(
      'not-compared',
    );
    expect(judge(null, wrote(fingerprint('word'), fingerprint('****')), seen('#'))).toBe('live');
  });

  it('sends again on request what nobody can verify, and nothing else', () => {
    expect(judgeAgain('word', null, hidden)).toBe('unknown');
    expect(judgeAgain('word', wrote(null, fingerprint('****')), seen('****'))).toBe('unknown');
    expect(judgeAgain('word', wrote(fingerprint('word', 'k2')), hidden)).toBe('unknown');
    expect(judgeAgain('word', wrote(fingerprint('word')), hidden)).toBe('same');
    expect(judgeAgain(null, null, hidden)).toBe('not-compared');
  });

  it('knows no direction of what was adopted and is shown as another', () => {
    expect(judge('word', null, seen('****'))).toBe('not-readable');
    expect(judge('word', wrote(null, fingerprint('****')), seen('****'))).toBe('not-readable');
    expect(judge('word', wrote(null, fingerprint('****')), seen('#'))).toBe('live');
  });
});
