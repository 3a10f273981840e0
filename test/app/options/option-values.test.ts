import { expect, it } from 'vitest';
import { makeLockTimeoutOption } from '../../../src/app/options/option-values.ts';

it('waits ten minutes for the accounts of another run where nothing is said', () => {
  const { defaultValue, defaultValueDescription } = makeLockTimeoutOption();
  expect([defaultValue, defaultValueDescription]).toEqual([600_000, '10m']);
});
