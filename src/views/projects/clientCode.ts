import type { Grammar } from '../parts/Highlighted.tsx';

/** A file of a sample, highlighted by the grammar of its language. */
export interface SampleFile {
  /** Its place in the app; left out where it does not matter. */
  path?: string;
  grammar: Grammar;
  code: string;
}

/** What a sample needs to know of the project. */
export interface Access {
  url: string;
  /** The public key. */
  anon: string;
  table: string;
}

interface Sample {
  name: string;
  group: 'Official languages' | 'Frameworks' | 'Community languages' | 'Command line';
  files: (access: Access) => readonly SampleFile[];
}

const define = <Id extends string>(samples: Readonly<Record<Id, Sample>>) => samples;

const environment = (prefix: string, { url, anon }: Access): SampleFile => ({
  path: '.env.local',
  grammar: 'bash',
  code: `${prefix}API_URL=${url}\n${prefix}API_KEY=${anon}`,
});

/** Reads the table in JavaScript, from where the framework keeps its settings. */
const read = (settings: string, prefix: string, { table }: Access) => `const key = ${settings}.${prefix}API_KEY;
const response = await fetch(\`\${${settings}.${prefix}API_URL}/rest/v1/${table}?select=*\`, {
  headers: { apikey: key, authorization: \`Bearer \${key}\` },
});
if (!response.ok) throw new Error((await response.json()).message);`;

const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by);

/** How an app reads a table through the project's API, with what its language or framework brings along. */
export const samples = define({
  javascript: {
    name: 'JavaScript',
    group: 'Official languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'javascript',
        code: `const url = '${url}/rest/v1/${table}?select=*';
const key = '${anon}';

const response = await fetch(url, {
  headers: { apikey: key, authorization: \`Bearer \${key}\` },
});
if (!response.ok) throw new Error((await response.json()).message);
const rows = await response.json();
console.log(rows);`,
      },
    ],
  },
  python: {
    name: 'Python',
    group: 'Official languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'python',
        code: `import json
from urllib.request import Request, urlopen

url = "${url}/rest/v1/${table}?select=*"
key = "${anon}"

request = Request(url, headers={"apikey": key, "Authorization": f"Bearer {key}"})
with urlopen(request) as response:
    rows = json.load(response)
print(rows)`,
      },
    ],
  },
  nextjs: {
    name: 'Next.js',
    group: 'Frameworks',
    files: (access) => [
      environment('', access),
      {
        path: 'app/page.jsx',
        grammar: 'jsx',
        code: `async function readRows() {
${indented(read('process.env', '', access), '  ')}
  return response.json();
}

export default async function Page() {
  const rows = await readRows();
  return <pre>{JSON.stringify(rows, null, 2)}</pre>;
}`,
      },
    ],
  },
  react: {
    name: 'React with Vite',
    group: 'Frameworks',
    files: (access) => [
      environment('VITE_', access),
      {
        path: 'src/App.jsx',
        grammar: 'jsx',
        code: `import { Suspense, use } from 'react';

async function readRows() {
${indented(read('import.meta.env', 'VITE_', access), '  ')}
  return response.json();
}

const reading = readRows();

const Rows = () => <pre>{JSON.stringify(use(reading), null, 2)}</pre>;

export default function App() {
  return (
    <Suspense fallback="Loading…">
      <Rows />
    </Suspense>
  );
}`,
      },
    ],
  },
  vue: {
    name: 'Vue with Vite',
    group: 'Frameworks',
    files: (access) => [
      environment('VITE_', access),
      {
        path: 'src/App.vue',
        grammar: 'markup',
        code: `<script setup>
import { onMounted, ref } from 'vue';

const rows = ref([]);

onMounted(async () => {
${indented(read('import.meta.env', 'VITE_', access), '  ')}
  rows.value = await response.json();
});
</script>

<template>
  <pre>{{ rows }}</pre>
</template>`,
      },
    ],
  },
  svelte: {
    name: 'SvelteKit',
    group: 'Frameworks',
    files: (access) => [
      environment('', access),
      {
        path: 'src/routes/+page.server.js',
        grammar: 'javascript',
        code: `import * as env from '$env/static/private';

export async function load({ fetch }) {
${indented(read('env', '', access), '  ')}
  return { rows: await response.json() };
}`,
      },
      {
        path: 'src/routes/+page.svelte',
        grammar: 'markup',
        code: `<script>
  let { data } = $props();
</script>

<pre>{JSON.stringify(data.rows, null, 2)}</pre>`,
      },
    ],
  },
  csharp: {
    name: 'C#',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'csharp',
        code: `using System.Net.Http.Headers;

var url = "${url}/rest/v1/${table}?select=*";
var key = "${anon}";

using var client = new HttpClient();
client.DefaultRequestHeaders.Add("apikey", key);
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", key);
var rows = await client.GetStringAsync(url);
Console.WriteLine(rows);`,
      },
    ],
  },
  dart: {
    name: 'Dart (Flutter)',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'dart',
        code: `import 'dart:convert';
import 'package:http/http.dart' as http;

const url = '${url}/rest/v1/${table}?select=*';
const key = '${anon}';

Future<void> main() async {
  final response = await http.get(
    Uri.parse(url),
    headers: {'apikey': key, 'Authorization': 'Bearer $key'},
  );
  if (response.statusCode != 200) throw Exception(response.body);
  final rows = jsonDecode(response.body) as List<dynamic>;
  print(rows);
}`,
      },
    ],
  },
  go: {
    name: 'Go',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'go',
        code: `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
)

const (
	url = "${url}/rest/v1/${table}?select=*"
	key = "${anon}"
)

func main() {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("apikey", key)
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.Status)
	}
	var rows []map[string]any
	if err := json.NewDecoder(response.Body).Decode(&rows); err != nil {
		log.Fatal(err)
	}
	fmt.Println(rows)
}`,
      },
    ],
  },
  java: {
    name: 'Java',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        path: 'Main.java',
        grammar: 'java',
        code: `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public class Main {
  static final String URL = "${url}/rest/v1/${table}?select=*";
  static final String KEY = "${anon}";

  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(URL))
        .header("apikey", KEY)
        .header("Authorization", "Bearer " + KEY)
        .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) throw new IllegalStateException(response.body());
    System.out.println(response.body());
  }
}`,
      },
    ],
  },
  kotlin: {
    name: 'Kotlin',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'kotlin',
        code: `import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers

const val URL = "${url}/rest/v1/${table}?select=*"
const val KEY = "${anon}"

fun main() {
    val request = HttpRequest.newBuilder(URI.create(URL))
        .header("apikey", KEY)
        .header("Authorization", "Bearer $KEY")
        .build()
    val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
    check(response.statusCode() == 200) { response.body() }
    println(response.body())
}`,
      },
    ],
  },
  ruby: {
    name: 'Ruby',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'ruby',
        code: `require 'json'
require 'net/http'

url = URI('${url}/rest/v1/${table}?select=*')
key = '${anon}'

response = Net::HTTP.get_response(url, 'apikey' => key, 'Authorization' => "Bearer #{key}")
raise response.body unless response.is_a?(Net::HTTPSuccess)

rows = JSON.parse(response.body)
puts rows`,
      },
    ],
  },
  rust: {
    name: 'Rust',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        path: 'Cargo.toml, under [dependencies]',
        grammar: 'bash',
        code: `reqwest = { version = "0.12", features = ["blocking", "json"] }
serde_json = "1"`,
      },
      {
        path: 'src/main.rs',
        grammar: 'rust',
        code: `use serde_json::Value;

const URL: &str = "${url}/rest/v1/${table}?select=*";
const KEY: &str = "${anon}";

fn main() -> Result<(), reqwest::Error> {
    let rows: Vec<Value> = reqwest::blocking::Client::new()
        .get(URL)
        .header("apikey", KEY)
        .bearer_auth(KEY)
        .send()?
        .error_for_status()?
        .json()?;
    println!("{rows:?}");
    Ok(())
}`,
      },
    ],
  },
  swift: {
    name: 'Swift',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'swift',
        code: `import Foundation

let url = URL(string: "${url}/rest/v1/${table}?select=*")!
let key = "${anon}"

var request = URLRequest(url: url)
request.setValue(key, forHTTPHeaderField: "apikey")
request.setValue("Bearer \\(key)", forHTTPHeaderField: "Authorization")

let (data, response) = try await URLSession.shared.data(for: request)
guard (response as? HTTPURLResponse)?.statusCode == 200 else {
    fatalError(String(decoding: data, as: UTF8.self))
}
let rows = try JSONSerialization.jsonObject(with: data)
print(rows)`,
      },
    ],
  },
  godot: {
    name: 'Godot (GDScript)',
    group: 'Community languages',
    files: ({ url, anon, table }) => [
      {
        grammar: 'gdscript',
        code: `extends Node

const URL = "${url}/rest/v1/${table}?select=*"
const KEY = "${anon}"

func _ready() -> void:
	var http := HTTPRequest.new()
	add_child(http)
	http.request_completed.connect(_on_completed)
	http.request(URL, ["apikey: " + KEY, "Authorization: Bearer " + KEY])

func _on_completed(_result: int, code: int, _headers: PackedStringArray, body: PackedByteArray) -> void:
	if code != 200:
		push_error(body.get_string_from_utf8())
		return
	var rows = JSON.parse_string(body.get_string_from_utf8())
	print(rows)`,
      },
    ],
  },
  shell: {
    name: 'curl',
    group: 'Command line',
    files: ({ url, anon, table }) => [
      {
        grammar: 'bash',
        code: `url='${url}/rest/v1/${table}?select=*'
key='${anon}'

curl --fail-with-body "$url" -H "apikey: $key" -H "Authorization: Bearer $key"`,
      },
    ],
  },
});

export type SampleId = keyof typeof samples;
export const sampleIds = Object.keys(samples) as readonly SampleId[];

export const isSampleId = (id: string | undefined): id is SampleId => id !== undefined && Object.hasOwn(samples, id);

/** A table whose name needs no quoting in any language; samples name no other. */
export const isPlainName = (name: string): boolean => /^[a-z_][a-z0-9_]*$/.test(name);
