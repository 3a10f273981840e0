import { afterAll, expect } from 'vitest';
import { takeFindings } from '../canaries/search.ts';
import { closeOpened } from './opened.ts';

// Vitest runs this file again for every test file (setupFiles).
afterAll(async () => {
  try {
    await closeOpened();
  } finally {
    expect(takeFindings(), 'secrets where none may stand').toEqual([]);
  }
});
