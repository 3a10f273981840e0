import { expect, it } from 'vitest';
import { toFileError } from '../../src/kit/operational-error.ts';

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: nobody shall read this`), { code });
}

it('says of a failure that is known what is wrong and what to do', () => {
  const trouble = toFileError('write', 'plan.json', failure('ENOSPC'));
  expect(trouble.message).toBe('cannot write plan.json: the disk is full');
  expect(trouble.remedy).toBe('Free space on the disk, and try again.');
  expect(trouble.cause).toMatchObject({ code: 'ENOSPC' });
});

it('distinguishes a missing file from a missing folder', () => {
  const absent = failure('ENOENT');
  expect(toFileError('read', 'body.json', absent).message).toBe(
    'cannot read body.json: the file does not exist',
  );
  expect(toFileError('write', 'out/a.json', absent).message).toBe(
    'cannot write out/a.json: its folder does not exist',
  );
  expect(toFileError('read the plan', 'a.json', absent).message).toBe(
    'cannot read the plan a.json: the file does not exist',
  );
  expect(toFileError('write', '', absent).message).toBe('cannot write "": the path is empty');
});

it('names the code of a failure that is not known, and never its text', () => {
  const trouble = toFileError('read', 'a.yaml', failure('EXYZ'));
  expect(trouble.message).toBe('cannot read a.yaml: the system refused it (EXYZ)');
  expect(toFileError('read', 'a.yaml', 'no error').message).toBe(
    'cannot read a.yaml: the system refused it',
  );
});
