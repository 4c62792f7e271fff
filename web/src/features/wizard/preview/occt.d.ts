declare module 'occt-import-js' {
  interface OcctMesh {
    name: string;
    brep_faces?: { first: number; last: number }[];
    attributes: { position: { array: number[] } };
    index: { array: number[] };
  }
  interface OcctResult {
    success: boolean;
    meshes?: OcctMesh[];
  }
  interface Occt {
    ReadStepFile(content: Uint8Array, parameters: Record<string, unknown> | null): OcctResult;
    ReadIgesFile(content: Uint8Array, parameters: Record<string, unknown> | null): OcctResult;
  }
  export default function occtimportjs(options: { locateFile: (name: string) => string }): Promise<Occt>;
}
