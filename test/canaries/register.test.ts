import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { anyCharacter } from '../support/values/any-character.ts';
import {
  findCanaries,
  forgetSecrets,
  makeCanary,
  makeHeaderCanary,
  makeLongCanary,
  registerSecret,
} from './register.ts';

afterEach(forgetSecrets);

const encoders: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'in capital letters': (text) => text.toUpperCase(),
  JSON: (text) => JSON.stringify({ text }),
  'JSON within JSON': (text) => JSON.stringify({ body: JSON.stringify({ text }) }),
  'JSON in ASCII': (text) =>
    JSON.stringify(text).replaceAll(
      /[^ -~]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  URL: (text) => encodeURIComponent(text),
  'URL in small letters': (text) => encodeURIComponent(text).toLowerCase(),
  form: (text) => new URLSearchParams({ text }).toString(),
  hex: (text) => Buffer.from(text).toString('hex'),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 after one byte': (text) => Buffer.from(`:${text}`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`a:${text}`).toString('base64'),
  'base64 with more after it': (text) => Buffer.from(`sync:${text}, and so on`).toString('base64'),
  base64url: (text) => Buffer.from(`a:${text}`).toString('base64url'),
  'base64 in a form': (text) => new URLSearchParams({ s: btoaUtf8(text) }).toString(),
};

const splitters: Readonly<Record<string, (text: string) => string>> = {
  whole: (text) => `before ${text} after`,
  'split at line ends': (text) => split(text, '\n      '),
  'split as Windows does': (text) => split(text, '\r\n'),
  'split with a margin': (text) => split(`before\n${text}`, '\n   │ '),
};

function btoaUtf8(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Broken after every eleventh sign, so that each form is broken. */
function split(text: string, between: string): string {
  return text.replaceAll(/.{11}/g, (part) => `${part}${between}`);
}

describe('A canary is found', () => {
  const rows = Object.keys(encoders).flatMap((encoder) =>
    Object.keys(splitters).map((splitter) => [encoder, splitter] as const),
  );

  it.each(rows)('as %s, %s', (encoder, splitter) => {
    for (const make of [makeCanary, makeHeaderCanary, makeLongCanary]) {
      const canary = make('key');
      const text = splitters[splitter]?.(encoders[encoder]?.(canary) ?? '') ?? '';
      expect(findCanaries(text)).toMatchObject([{ name: 'key' }]);
      expect(findCanaries(Buffer.from(text))).toMatchObject([{ name: 'key' }]);
      forgetSecrets();
    }
  });

  it('where one line of it alone was shown', () => {
    const [first = '', second = ''] = makeLongCanary('long').split('\n');
    expect(findCanaries(`key: ${first}`)).toEqual([{ name: 'long', form: 'plain' }]);
    expect(findCanaries(`key: ${second}`)).toEqual([{ name: 'long', form: 'plain' }]);
  });
});

describe('No canary is found', () => {
  it('in texts that have none', () => {
    makeCanary('one');
    makeLongCanary('two');
    registerSecret('three', 'a word of a test');
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        expect(findCanaries(text)).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(findCanaries('canary-1, a canary, canary+ä/" and CANARY')).toEqual([]);
  });

  it('when it was forgotten, or is too short to be distinctive', () => {
    const canary = makeCanary('one');
    forgetSecrets();
    registerSecret('short', 'sync');
    expect(findCanaries(`sync ${canary}`)).toEqual([]);
  });

  it('in the report of a finding', () => {
    const canary = makeCanary('one');
    expect(findCanaries(JSON.stringify(findCanaries(canary)))).toEqual([]);
  });
});
