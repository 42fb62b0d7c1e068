/**
 * Installs what a lock file asks for from npm's cache into a folder, and fails where that is no way. It runs in a process
 * of its own, because the launcher stays, and would keep some of the memory that this takes.
 */
import { readFileSync } from 'node:fs';
import { unpackFrom } from './unpack.mjs';

const [lockFile = '', cache = '', folder = ''] = process.argv.slice(2);
if (!(await unpackFrom(JSON.parse(readFileSync(lockFile, 'utf8')), cache, folder))) process.exitCode = 1;
