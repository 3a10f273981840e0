type Sqlite = typeof import('node:sqlite');

let loaded: Sqlite | undefined;

/**
 * Loads `node:sqlite` at its first use, so that Node's warning that it is experimental can be
 * dropped: users cannot act on it. Other warnings pass.
 */
export function loadSqlite(): Sqlite {
  if (loaded !== undefined) return loaded;
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (isAboutSqlite(warning)) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    loaded = process.getBuiltinModule('node:sqlite');
    return loaded;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isAboutSqlite(warning: string | Error): boolean {
  return /^SQLite is an experimental feature/.test(String(warning));
}
