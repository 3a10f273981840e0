import { env } from 'node:process';
import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { forgetOpened } from '../canaries/forget-opened.ts';
import { takeFindings } from '../canaries/search.ts';
import { closeOpened } from './opened.ts';
import { leaveShortWay, takeShortWay } from './short-way/take-short-way.ts';
import { cacheSlowKeys } from './slow-key.ts';

// Vitest loads this file again for every test file (setupFiles), and only once what it imports: each
// file more would be read and compiled 600 times.

// The same draws in every run, so that a failure repeats; LAW_SEED changes them.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(env.LAW_SEED ?? 20_261_122) });
cacheSlowKeys();

beforeAll(() => {
  forgetOpened();
  takeShortWay(expect.getState().testPath ?? '');
});

afterAll(async () => {
  leaveShortWay();
  try {
    await closeOpened();
  } finally {
    expect(takeFindings(), 'secrets where none may stand').toEqual([]);
  }
});
