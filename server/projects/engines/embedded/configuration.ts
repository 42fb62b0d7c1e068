import type { ComputeMemory } from '../../../../src/contract/projects/computeMemory.ts';

/** Libraries that must be loaded when the engine starts, or their extensions cannot be created. */
const preloadedLibraries = ['pg_stat_statements', 'pg_textsearch'];

/**
 * Name of the bootstrap superuser of embedded databases; a project's developers log in as `postgres`, which is no
 * superuser.
 */
export const embeddedOwner = 'basechart_admin';
export const embeddedDatabase = 'postgres';

/** Start parameters: PGlite's own list, without `-O`, which would let a superuser's mistake break the catalog. */
export const startParameters = [
  '--single',
  '-F',
  '-j',
  ...[
    'exit_on_error=false',
    'log_checkpoints=false',
    'io_method=sync',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
  ].flatMap((setting) => ['-c', setting]),
];

/** 16 MB segments would make every project's folder 9 MB larger. */
export const initdbParameters = [
  '--wal-segsize=1',
  `--username=${embeddedOwner}`,
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

export function postgresConfiguration(memory: ComputeMemory, { preloads }: { preloads: boolean }): string[] {
  return [
    `shared_buffers = ${memory.sharedBuffersMb}MB`,
    `work_mem = ${memory.workMemMb}MB`,
    `maintenance_work_mem = ${memory.maintenanceWorkMemMb}MB`,
    'wal_buffers = 1MB',
    'temp_buffers = 2MB',
    'max_wal_size = 64MB',
    'min_wal_size = 8MB',
    'max_connections = 4',
    'max_wal_senders = 0',
    'max_replication_slots = 0',
    // Reading a logical slot hangs an engine that cannot run a second process.
    'wal_level = replica',
    // Deep recursion becomes a clean error (54001) well before the thread's own stack ends.
    "max_stack_depth = '500kB'",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "default_text_search_config = 'pg_catalog.english'",
    // The log is kept for an engine that breaks. An error of a statement may quote a value of any size.
    'log_min_messages = fatal',
    ...(preloads
      ? [
          `shared_preload_libraries = '${preloadedLibraries.join(',')}'`,
          'pg_stat_statements.track = top',
          'pg_stat_statements.max = 500',
        ]
      : []),
  ];
}
