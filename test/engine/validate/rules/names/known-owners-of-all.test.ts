import { expect, it } from 'vitest';
import { nameDiagnostic } from '../../../../support/values/judge-account.ts';
import { judgeProject } from '../../../../support/values/judge-project.ts';

it('judges the patterns of an environment, but for the entries that only accounts have', () => {
  const service = 'service: {emulator: {world: world.yaml}}';
  const of = (line: string) =>
    judgeProject('  environments:', `    prod: {${service}, ownership: {${line}}}`);
  expect(of('cycles/any/schedule: seeded')).toEqual([]);
  expect(of('shedule: seeded').map(nameDiagnostic)).toEqual(['ownership 6:66']);
});
