/** A world as its file has it, as far as a mapping needs it. */
type World = {
  readonly connectors: readonly {
    readonly releases: readonly {
      readonly methods: readonly { readonly name: string; readonly fields: unknown[] }[];
    }[];
  }[];
};

/** Adds fields to the method that writes a file, so that a cycle can have as many mappings. Returns the world. */
export function widenWorld(world: World, count: number): World {
  const methods = world.connectors.flatMap(({ releases }) =>
    releases.flatMap((each) => each.methods),
  );
  const columns = Array.from({ length: count }, (_, index) => nameColumn(index + 1));
  methods.find(({ name }) => name === 'Write file')?.fields.push(...columns);
  return world;
}

/** The name of one of these fields. */
export function nameColumn(number: number): string {
  return `Column ${number}`;
}
