import type { Database } from './database.ts';
import type { BucketSettings } from './bucket.ts';
import { isDiskFull } from './diskSpace.ts';
import { FolderFiles } from './folderFiles.ts';
import type { ProjectFiles } from './projectFiles.ts';

/**
 * Project files as the settings say: in a bucket if one is named, else in a folder. A folder that cannot be written is found
 * out here; a full disk gets room again, and a store that is away comes back.
 */
export async function openFiles(
  db: Database,
  options: { dataDir: string; projectsDir: string; bucket: BucketSettings | undefined },
): Promise<ProjectFiles> {
  if (!options.bucket) {
    const files = new FolderFiles(options.projectsDir);
    await files.check().catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
    return files;
  }
  // What speaks to buckets is large and only loaded for one.
  const [{ Bucket }, { BucketFiles }] = await Promise.all([
    import('./bucket.ts'),
    import('./bucketFiles.ts'),
  ]);
  return new BucketFiles(db, new Bucket(options.bucket), options.dataDir);
}
