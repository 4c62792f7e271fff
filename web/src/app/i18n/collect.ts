type Json = Record<string, unknown>;

/** `./projects.json` → `projects`. */
export function byNamespace(files: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.replace(/^.*\/|\.json$/g, ''), content]),
  );
}
