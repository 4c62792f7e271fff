import type { Database } from './database.ts';
import type { BucketSettings } from './bucket.ts';
import { FolderFiles } from './folderFiles.ts';
import type { ProjectFiles } from './projectFiles.ts';

/** Project files as the settings say: in a bucket if one is named, else in a folder. */
export async function openFiles(
  db: Database,
  options: { dataDir: string; projectsDir: string; bucket: BucketSettings | undefined },
): Promise<ProjectFiles> {
  if (!options.bucket) return new FolderFiles(options.projectsDir);
  // What speaks to buckets is large and only loaded for one.
  const [{ Bucket }, { BucketFiles }] = await Promise.all([
    import('./bucket.ts'),
    import('./bucketFiles.ts'),
  ]);
  return new BucketFiles(db, new Bucket(options.bucket), options.dataDir);
}
