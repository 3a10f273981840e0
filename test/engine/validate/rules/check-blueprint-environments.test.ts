import { expect, it } from 'vitest';
import { blueprint, listMistakes } from '../../index/fleet-texts.ts';

it('refuses values of an environment that the project does not have', async () => {
  const text = blueprint.replace('    staging:', '    stagin:');
  expect(await listMistakes({ 'blueprints/sync.yaml': text })).toContain(
    'unknown-environment blueprints/sync.yaml:21:5 The project has no environment stagin',
  );
});
