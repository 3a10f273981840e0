import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoteArgument } from '../../../src/kit/text/quote-argument.ts';

it('leaves a plain path as it is', () => {
  expect(quoteArgument('plans/2026-11-21.json')).toBe('plans/2026-11-21.json');
});

it.each(['my plan.json', "it's.json", '$(touch x).json', 'a;b', ''])(
  'gives a shell %j back as one argument',
  (text) => {
    const back = execFileSync('/bin/sh', ['-c', `printf '%s' ${quoteArgument(text)}`]);
    expect(back.toString()).toBe(text);
  },
);
