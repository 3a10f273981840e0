import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { formatArgument } from '../../../src/kit/text/format-argument.ts';

it('leaves a plain path as it is', () => {
  expect(formatArgument('plans/2026-11-21.json')).toBe('plans/2026-11-21.json');
});

it.each(['my plan.json', "it's.json", '$(touch x).json', 'a;b', ''])(
  'gives a shell %j back as one argument',
  (text) => {
    const back = execFileSync('/bin/sh', ['-c', `printf '%s' ${formatArgument(text)}`]);
    expect(back.toString()).toBe(text);
  },
);
