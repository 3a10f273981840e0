import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareFingerprints,
  formatSecretRef,
  isLasting,
  SecretValue,
  toFingerprint,
} from '../../../src/model/secret/secret.ts';

describe('SecretValue', () => {
  it('shows nothing of itself to whatever prints, joins, clones or serialises it', () => {
    const anySecret = fc.string({ minLength: 4 }).map((text) => `canary-${text}`);
    fc.assert(
      fc.property(anySecret, (text) => {
        const secret = new SecretValue(text);
        const shown = [
          `${secret}`,
          String(secret),
          JSON.stringify({ secret }),
          inspect(secret, { showHidden: true, depth: 9 }),
          [secret].join(),
          JSON.stringify({ ...secret }),
          JSON.stringify(structuredClone({ ...secret })),
          Object.entries(secret).join(),
        ];
        expect(shown.join('\n')).not.toContain('canary');
        expect(secret.reveal()).toBe(text);
      }),
    );
  });

  it('lets its digest be made without being revealed', () => {
    const seen: string[] = [];
    const made = new SecretValue('word').fingerprint((text) => {
      seen.push(text);
      return toFingerprint('k1', 'digest');
    });
    expect(made).toBe('k1:digest');
    expect(seen).toEqual(['word']);
  });
});

it('compares fingerprints only where the same key made both', () => {
  const print = toFingerprint('k1', 'aa');
  expect(compareFingerprints(print, toFingerprint('k1', 'aa'))).toBe('same');
  expect(compareFingerprints(print, toFingerprint('k1', 'bb'))).toBe('different');
  expect(compareFingerprints(print, toFingerprint('k2', 'aa'))).toBe('not-comparable');
  expect(compareFingerprints(print, toFingerprint('k2', 'bb'))).toBe('not-comparable');
});

it('distinguishes a key of one run from a persistent one', () => {
  expect(isLasting(toFingerprint('run-1', 'aa'))).toBe(false);
  expect(isLasting(toFingerprint('k1', 'run-'))).toBe(true);
});

it('writes a reference as people read it', () => {
  expect(formatSecretRef({ env: 'CRM_KEY' })).toBe('$CRM_KEY');
  expect(formatSecretRef({ file: 'secrets/crm' })).toBe('secrets/crm');
});
