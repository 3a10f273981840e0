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

const classify = checkWith({});
/** For a run that sends again what nobody can verify. */
const classifyAgain = checkWith({ rewrite: true });

describe('judgeSecret', () => {
  it('trusts an equal fingerprint whatever the state is', () => {
    for (const applied of [null, plain('old'), wrote(fingerprint('old')), wrote(null)]) {
      expect(classify('word', applied, seen('word'))).toBe('same');
    }
  });

  it('compares Git with what we wrote, and the service with what it showed after that', () => {
    const applied = wrote(fingerprint('word'), fingerprint('****'));
    expect(classify('word', applied, seen('****'))).toBe('same');
    expect(classify('new', applied, seen('****'))).toBe('git');
    expect(classify('word', applied, seen('#'))).toBe('live');
    expect(classify('new', applied, seen('#'))).toBe('both');
  });

  it('goes by what we wrote where the service shows nothing', () => {
    expect(classify('word', wrote(fingerprint('word')), hidden)).toBe('same');
    expect(classify('new', wrote(fingerprint('word')), hidden)).toBe('git');
    expect(classify('word', null, hidden)).toBe('not-readable');
    expect(classify('word', wrote(null), hidden)).toBe('not-readable');
  });

  it('is written to an object of ours that has another text or an unreadable one', () => {
    const ours = checkWith({ isBound: true });
    const classifyOurs = (live: LiveValue, applied: StoredValue | null = null) =>
      ours('word', applied, live);
    expect(classifyOurs(plain('as the template says'))).toBe('unknown');
    expect(classifyOurs(seen('****'))).toBe('unknown');
    expect(classifyOurs(hidden)).toBe('git');
    expect(classifyOurs(seen('word'))).toBe('same');
    expect(classifyOurs(hidden, wrote(null))).toBe('not-readable');
  });

  it('sees that what was sent was not kept, where the service shows it as any text', () => {
    const shown = checkWith({ isBound: true, isShown: true });
    const classifyShown = (applied: StoredValue, live: LiveValue) => shown('word', applied, live);
    expect(classifyShown(wrote(fingerprint('word'), fingerprint('100')), plain('100'))).toBe(
      'live',
    );
    expect(classifyShown(wrote(fingerprint('old'), fingerprint('old')), plain('old'))).toBe('git');
    expect(classifyShown(wrote(fingerprint('old'), fingerprint('100')), plain('100'))).toBe('both');
    expect(classifyShown(wrote(null, fingerprint('100')), plain('100'))).toBe('not-readable');
    expect(
      classifyShown(wrote(fingerprint('word', 'k2'), fingerprint('****', 'k2')), plain('word')),
    ).toBe('same');
  });

  it('sees that a secret is gone', () => {
    for (const live of [plain(null), plain(''), plain({ kind: 'ignore' })]) {
      expect(classify('word', wrote(fingerprint('word')), live)).toBe('live');
      expect(classify('word', wrote(null), live)).toBe('live');
      expect(classify('word', null, live)).toBe('unknown');
    }
  });

  it('fingerprints text that is shown plainly, in a mapping too', () => {
    expect(classify('word', wrote(fingerprint('word'), fingerprint('word')), plain('word'))).toBe(
      'same',
    );
    expect(classify('word', null, plain({ kind: 'value', value: 'word' }))).toBe('same');
    expect(classify('word', wrote(fingerprint('word'), fingerprint('word')), plain('other'))).toBe(
      'live',
    );
  });

  it('finds a secret again whose text looks like an expression', () => {
    const live = plain({ kind: 'expression', expression: '=Zx9{{' });
    expect(classify('=Zx9{{', null, live)).toBe('same');
    expect(classify('=Zx9{{', wrote(fingerprint('=Zx9{{'), fingerprint('=Zx9{{')), live)).toBe(
      'same',
    );
  });

  it('takes a reference in the place of text for a change of Git', () => {
    expect(classify('word', plain('open'), hidden)).toBe('git');
    expect(classify('word', plain('open'), plain('open'))).toBe('git');
  });

  it('never reports a change for fingerprints of another key', () => {
    const applied = wrote(fingerprint('word', 'k2'), fingerprint('****', 'k2'));
    expect(classify('word', applied, seen('****'))).toBe('other-key');
    expect(classify('new', applied, hidden)).toBe('other-key');
    expect(classify('new', wrote(fingerprint('word'), fingerprint('****', 'k2')), seen('#'))).toBe(
      'git',
    );
    expect(classify('word', applied, seen('#', 'k2'))).toBe('live');
  });

  it('never makes a change of a key of this run alone', () => {
    const applied = wrote(fingerprint('word', 'run-1'), fingerprint('****', 'run-1'));
    expect(classify('word', applied, seen('****', 'run-2'))).toBe('other-key');
  });

  it('does not compare a secret without a value, but detects a change outside Git', () => {
    expect(classify(null, null, hidden)).toBe('not-compared');
    expect(classify(null, wrote(fingerprint('word'), fingerprint('****')), seen('****'))).toBe(
      'not-compared',
    );
    expect(classify(null, wrote(fingerprint('word'), fingerprint('****')), seen('#'))).toBe('live');
  });

  it('sends again on request what is unverifiable, and nothing else', () => {
    expect(classifyAgain('word', null, hidden)).toBe('unknown');
    expect(classifyAgain('word', wrote(null, fingerprint('****')), seen('****'))).toBe('unknown');
    expect(classifyAgain('word', wrote(fingerprint('word', 'k2')), hidden)).toBe('unknown');
    expect(classifyAgain('word', wrote(fingerprint('word')), hidden)).toBe('same');
    expect(classifyAgain(null, null, hidden)).toBe('not-compared');
  });

  it('knows no direction of what was adopted and is shown as another', () => {
    expect(classify('word', null, seen('****'))).toBe('not-readable');
    expect(classify('word', wrote(null, fingerprint('****')), seen('****'))).toBe('not-readable');
    expect(classify('word', wrote(null, fingerprint('****')), seen('#'))).toBe('live');
  });
});
