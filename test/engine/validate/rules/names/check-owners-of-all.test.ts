import { expect, it } from 'vitest';
import { formatDiagnosticPlace } from '../../../../support/values/check-account.ts';
import { checkProject } from '../../../../support/values/check-project.ts';

it('checks the patterns of an environment, except the entries that only accounts have', () => {
  const service = 'service: {emulator: {world: world.yaml}}';
  const of = (line: string) =>
    checkProject('  environments:', `    prod: {${service}, ownership: {${line}}}`);
  expect(of('cycles/any/schedule: seeded')).toEqual([]);
  expect(of('shedule: seeded').map(formatDiagnosticPlace)).toEqual(['ownership 6:66']);
});
