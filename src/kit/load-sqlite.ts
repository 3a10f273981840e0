type Sqlite = typeof import('node:sqlite');

let loaded: Sqlite | undefined;

/**
 * The module `node:sqlite`, loaded at its first use. Node 22 warns that it is experimental, which
 * tells users of a command nothing they can act on; that one warning is dropped here, and every
 * other one goes its way. An `import` of the module would warn before any of our code runs.
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
