import { describe, expect, it } from 'vitest';

import { SecretValue } from '../../../src/model/secret/secret.ts';
import { readPostgresUrl } from '../../../src/store/postgres/postgres-target.ts';
import { StoreError } from '../../../src/store/store-error.ts';

const read = (url: string) => readPostgresUrl(new SecretValue(url));

describe('readPostgresUrl', () => {
  it('reads each part, with what a password may have in it', () => {
    expect(read('postgresql://ann:p%25s%2Fword@db.test:6543/cyclectl?sslmode=disable')).toEqual({
      name: 'db.test:6543/cyclectl',
      config: {
        host: 'db.test',
        port: 6543,
        database: 'cyclectl',
        user: 'ann',
        password: 'p%s/word',
        application_name: 'cyclectl',
        ssl: false,
      },
    });
    expect(read('postgres://ann@[::1]/x').config).toMatchObject({ host: '::1', port: 5432 });
    expect(read('postgres://ann@localhost/x?host=/run/postgresql').config).toMatchObject({
      host: '/run/postgresql',
      ssl: false,
    });
  });

  it.each([
    ['', {}],
    ['?sslmode=require', {}],
    ['?sslmode=verify-ca', {}],
    ['?sslmode=verify-full&channel_binding=require', {}],
    ['?sslmode=disable', false],
  ])('checks the certificate of another machine, unless it is disabled: %s', (query, ssl) => {
    expect(read(`postgres://ann:secret@db.test/x${query}`).config.ssl).toEqual(ssl);
  });

  it('uses no TLS on this machine, unless it is requested', () => {
    expect(read('postgres://ann@127.0.0.1/x').config.ssl).toBe(false);
    expect(read('postgres://ann@localhost/x?sslmode=verify-full').config.ssl).toEqual({});
  });

  it.each([
    ['prefer, which checks nobody', '?sslmode=prefer', 'sslmode'],
    ['allow, which checks nobody', '?sslmode=allow', 'sslmode'],
    ['no-verify', '?sslmode=no-verify', 'sslmode'],
    ['a parameter that would be passed over', '?options=-cfoo', 'options'],
    ['a certificate that is not there', '?sslrootcert=/no/such/ca.pem', '/no/such/ca.pem'],
  ])('refuses an address that asks for %s', (_what, query, says) => {
    expect(catchError(`postgres://ann:s3cret@db.test/x${query}`)).toContain(says);
  });

  it.each([
    'mysql://ann:s3cret@db.test/x',
    's3cret',
    'postgres://db.test/s3cret',
    'postgres://ann:s3cret@db.test',
    'postgres://ann:s3cret@db.test/x/y',
    'postgres://ann:s3cret%zz@db.test/x',
    'postgres://ann:s3cret#x@db.test/x',
    'postgres://ann@corp:77/s3cret#word@db.test/x',
    'postgres://ann@corp:77/x?s3cret@db.test/x',
  ])('refuses what is no address of a database, and does not show it: %s', (url) => {
    expect(catchError(url)).not.toContain('s3cret');
  });
});

function catchError(url: string): string {
  try {
    read(url);
  } catch (error) {
    if (error instanceof StoreError || (error instanceof Error && 'remedy' in error)) {
      return `${error.message} ${String(error.remedy)}`;
    }
    throw error;
  }
  throw new Error('nothing was thrown');
}
