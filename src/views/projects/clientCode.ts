/** Languages of the sample code, JavaScript first. */
export const clientLanguages = ['javascript', 'python', 'go', 'ruby', 'shell'] as const;
export type ClientLanguage = (typeof clientLanguages)[number];

export const languageNames: Readonly<Record<ClientLanguage, string>> = {
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  ruby: 'Ruby',
  shell: 'Shell',
};

interface Access {
  url: string;
  anon: string;
}

/** How a program reads a table through the project's API, using only the language's standard library. */
const templates: Readonly<Record<ClientLanguage, (access: Access) => string>> = {
  javascript: ({ url, anon }) => `const url = '${url}/rest/v1/your_table?select=*';
const key = '${anon}';

const response = await fetch(url, {
  headers: { apikey: key, authorization: \`Bearer \${key}\` },
});
const rows = await response.json();`,
  python: ({ url, anon }) => `import json
from urllib.request import Request, urlopen

url = "${url}/rest/v1/your_table?select=*"
key = "${anon}"

request = Request(url, headers={"apikey": key, "Authorization": f"Bearer {key}"})
with urlopen(request) as response:
    rows = json.load(response)`,
  go: ({ url, anon }) => `url := "${url}/rest/v1/your_table?select=*"
key := "${anon}"

request, err := http.NewRequest("GET", url, nil)
if err != nil {
	log.Fatal(err)
}
request.Header.Set("apikey", key)
request.Header.Set("Authorization", "Bearer "+key)
response, err := http.DefaultClient.Do(request)`,
  ruby: ({ url, anon }) => `require 'json'
require 'net/http'

url = URI('${url}/rest/v1/your_table?select=*')
key = '${anon}'

rows = JSON.parse(Net::HTTP.get(url, 'apikey' => key, 'Authorization' => "Bearer #{key}"))`,
  shell: ({ url, anon }) => `url='${url}/rest/v1/your_table?select=*'
key='${anon}'

curl "$url" -H "apikey: $key" -H "Authorization: Bearer $key"`,
};

export const clientCode = (language: ClientLanguage, access: Access): string => templates[language](access);
