// A form for each path of the description. Texts are set as text, never as HTML.

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// An example of a schema, with references followed.
const example = (schema, all) => {
  if (!schema) return undefined;
  if (schema.$ref) return example(all[schema.$ref.split("/").pop()], all);
  if (schema.example !== undefined) return schema.example;
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
      .filter(([name]) => (schema.required ?? []).includes(name))
      .map(([name, inner]) => [name, example(inner, all)]);
    return Object.fromEntries(entries);
  }
  return undefined;
};

const field = (parameter) => {
  const input = make("input", {
    name: parameter.name,
    value: parameter.required ? String(parameter.example ?? "") : "",
    required: parameter.required ?? false,
    spellcheck: false,
    autocomplete: "off",
  });
  const about = parameter.description ?? "";
  const note = parameter.required ? about : `${about} (may be left out)`;
  return { input, label: make("label", {}, parameter.name, make("small", { textContent: note }), input) };
};

const section = (path, method, operation, all) => {
  const fields = (operation.parameters ?? []).map((parameter) => ({ parameter, ...field(parameter) }));
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  const body = schema
    ? make("textarea", { rows: 6, value: JSON.stringify(example(schema, all), null, 2), spellcheck: false })
    : undefined;
  const output = make("pre", { hidden: true, tabIndex: 0 });
  output.setAttribute("aria-live", "polite");
  const form = make("form", {}, ...fields.map((f) => f.label));
  if (body) form.append(make("label", {}, "body", body));
  form.append(make("button", { textContent: "Try" }));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let address = path;
    const query = new URLSearchParams();
    for (const { parameter, input } of fields) {
      if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value !== "") query.set(parameter.name, input.value);
    }
    if (query.size > 0) address += `?${query}`;
    const options = body
      ? { method, headers: { "content-type": "application/json" }, body: body.value }
      : { method };
    output.hidden = false;
    output.textContent = `${method} ${address}\n…`;
    try {
      const began = performance.now();
      const response = await fetch(address, options);
      const kind = response.headers.get("content-type") ?? "";
      let text = kind.startsWith("application/octet-stream")
        ? `${(await response.arrayBuffer()).byteLength} bytes`
        : await response.text();
      if (kind.startsWith("application/json")) text = JSON.stringify(JSON.parse(text), null, 2);
      const took = Math.round(performance.now() - began);
      output.textContent = `${method} ${address}\n${response.status} after ${took} ms\n\n${text}`;
    } catch (error) {
      output.textContent = `${method} ${address}\n${error}`;
    }
  });

  return make(
    "section", {},
    make("h2", { textContent: `${method} ${path}` }),
    make("p", { textContent: [operation.summary, operation.description].filter(Boolean).join(". ") }),
    form, output,
  );
};

const description = await (await fetch("/api/openapi.json")).json();
document.getElementById("about").textContent = description.info.description;
const all = description.components?.schemas ?? {};
const paths = document.getElementById("paths");
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
// A form cannot show what has no end: sockets and streams of lines.
const ends = ({ operation }) =>
  operation.responses["200"] && !operation.responses["200"].content?.["application/x-ndjson"];
// Positions first, then people and their games.
const online = ({ operation }) => ["people", "online", "bots"].includes(operation.tags?.[0]);
const shown = operations.filter(ends);
for (const one of [...shown.filter((o) => !online(o)), ...shown.filter(online)]) {
  paths.append(section(one.path, one.method.toUpperCase(), one.operation, all));
}
