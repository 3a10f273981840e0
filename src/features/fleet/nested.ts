/** Settings as they nest, which a draft fills path by path. */
export type Nested = { [key: string]: unknown };

/** Sets a value at a path, and makes the maps above it. */
export function writeAtPath(settings: Nested, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    define(settings, name, value);
    return;
  }
  const inner = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const map: Nested = typeof inner === 'object' && inner !== null ? (inner as Nested) : {};
  if (map !== inner) define(settings, name, map);
  writeAtPath(map, rest, value);
}

// A key of the service may be `__proto__`.
function define(map: Nested, name: string, value: unknown): void {
  Object.defineProperty(map, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
