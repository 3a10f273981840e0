import { expect, it } from 'vitest';
import { toFileTrouble } from '../../src/kit/trouble.ts';

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: nobody shall read this`), { code });
}

it('says of a failure that is known what is wrong and what to do', () => {
  const trouble = toFileTrouble('write', 'plan.json', failure('ENOSPC'));
  expect(trouble.message).toBe('cannot write plan.json: the disk is full');
  expect(trouble.remedy).toBe('Make room on the disk, and try again.');
  expect(trouble.cause).toMatchObject({ code: 'ENOSPC' });
});

it('names the code of a failure that is not known, and never its text', () => {
  const trouble = toFileTrouble('read', 'a.yaml', failure('EXYZ'));
  expect(trouble.message).toBe('cannot read a.yaml: the system refused it (EXYZ)');
  expect(toFileTrouble('read', 'a.yaml', 'no error').message).toBe(
    'cannot read a.yaml: the system refused it',
  );
});
