import type { CreateOrganization } from '../../src/contract/organizations/createOrganization.ts';

export const demoOrganization: CreateOrganization = {
  name: 'Northwind Roasters',
  kind: 'COMPANY',
  size: '10',
  tier: 'tier_pro',
};

export interface DemoProject {
  name: string;
  /** A table that exists once the project has been filled. */
  table: string;
  /** Creates and fills the tables, in one transaction. */
  sql: string;
  snippets: readonly { name: string; sql: string }[];
  paused: boolean;
}

/** Rows are computed from their numbers, so that every demo is the same. */
export const demoProjects: readonly DemoProject[] = [
  {
    name: 'Web shop',
    table: 'orders',
    paused: false,
    sql: `
create table customers (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique,
  country text not null,
  joined_at timestamptz not null
);
create table products (
  id bigint generated always as identity primary key,
  name text not null,
  origin text not null,
  price numeric(8, 2) not null check (price > 0),
  in_stock int not null
);
create type order_status as enum ('placed', 'paid', 'shipped', 'returned');
create table orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  status order_status not null,
  placed_at timestamptz not null,
  note jsonb
);
create table order_items (
  order_id bigint not null references orders on delete cascade,
  product_id bigint not null references products,
  quantity int not null check (quantity > 0),
  unit_price numeric(8, 2) not null,
  primary key (order_id, product_id)
);
create index on orders (customer_id);
create index on orders (placed_at);
comment on table orders is 'One row per order; what was bought is in order_items.';

insert into customers (name, email, country, joined_at)
select first || ' ' || last, lower(first) || '.' || lower(last) || n || '@example.com',
  (array['DE', 'FR', 'IT', 'NL', 'SE', 'ES'])[1 + n % 6], timestamptz '2025-01-01 08:00+00' + n * interval '17 hours'
from generate_series(1, 400) n,
  lateral (select (array['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Tony', 'Radia'])[1 + n % 8] as first,
    (array['Weber', 'Rossi', 'Dubois', 'Jansen', 'Lindqvist', 'Garcia', 'Novak'])[1 + n % 7] as last) names;

insert into products (name, origin, price, in_stock)
select kind || ' ' || size, origin, base * factor, 20 + (n * 37) % 180
from (values ('Yirgacheffe', 'Ethiopia', 13.50, 1), ('Huila', 'Colombia', 11.90, 2), ('Sidamo', 'Ethiopia', 12.80, 3), ('Antigua', 'Guatemala', 12.20, 4),
    ('Cerrado', 'Brazil', 9.90, 5), ('Nyeri', 'Kenya', 14.90, 6)) beans (kind, origin, base, n),
  (values ('250 g', 1.0), ('1 kg', 3.6)) sizes (size, factor);

insert into orders (customer_id, status, placed_at, note)
select 1 + (n * 7919) % 400, (array['placed', 'paid', 'shipped', 'shipped', 'shipped', 'returned'])[1 + (n * 31) % 6]::order_status,
  timestamptz '2025-11-01 09:00+00' + n * interval '3 hours 11 minutes',
  case when n % 9 = 0 then jsonb_build_object('gift', true, 'message', 'Enjoy cup ' || n) end
from generate_series(1, 2500) n;

insert into order_items (order_id, product_id, quantity, unit_price)
select o.id, p.id, 1 + (o.id * p.id) % 4, p.price
from orders o join products p on (o.id * 13 + p.id * 5) % 6 = 0;

create view monthly_revenue as
select date_trunc('month', o.placed_at) as month, sum(i.quantity * i.unit_price) as revenue, count(distinct o.id) as orders
from orders o join order_items i on i.order_id = o.id
where o.status <> 'returned'
group by 1;

alter table customers enable row level security;
create policy "customers see themselves" on customers for select using (email = current_setting('request.jwt.claims', true)::json ->> 'email');
`,
    snippets: [
      {
        name: 'Revenue by month',
        sql: "select to_char(month, 'YYYY-MM') as month, revenue, orders\nfrom monthly_revenue\norder by month;",
      },
      {
        name: 'Best customers',
        sql: 'select c.name, c.country, count(distinct o.id) as orders, sum(i.quantity * i.unit_price) as spent\nfrom customers c\njoin orders o on o.customer_id = c.id\njoin order_items i on i.order_id = o.id\ngroup by c.id\norder by spent desc\nlimit 20;',
      },
    ],
  },
  {
    name: 'Roastery sensors',
    table: 'readings',
    paused: false,
    sql: `
create table sensors (
  id int primary key,
  name text not null,
  unit text not null
);
insert into sensors values (1, 'Drum temperature', '°C'), (2, 'Bean temperature', '°C'), (3, 'Gas pressure', 'mbar'), (4, 'Exhaust humidity', '%');

create table readings (
  sensor_id int not null references sensors,
  taken_at timestamptz not null,
  value double precision not null,
  primary key (sensor_id, taken_at)
) partition by range (taken_at);
create table readings_2026_01 partition of readings for values from ('2026-01-01') to ('2026-02-01');
create table readings_2026_02 partition of readings for values from ('2026-02-01') to ('2026-03-01');

insert into readings
select s.id, timestamptz '2026-01-01 00:00+00' + n * interval '5 minutes',
  round((100 * s.id + 20 * sin(n / 40.0 + s.id) + (n * s.id) % 7)::numeric, 2)
from generate_series(0, 9999) n cross join sensors s;
`,
    snippets: [
      {
        name: 'Hourly means',
        sql: "select s.name, date_trunc('hour', r.taken_at) as hour, round(avg(r.value)::numeric, 2) as mean\nfrom readings r\njoin sensors s on s.id = r.sensor_id\ngroup by s.name, hour\norder by hour, s.name\nlimit 500;",
      },
      { name: 'Every reading', sql: 'select *\nfrom readings\norder by taken_at;' },
    ],
  },
  {
    name: 'Old blog',
    table: 'posts',
    paused: true,
    sql: `
create table posts (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  published_at timestamptz
);
insert into posts (title, body, published_at)
select 'Cupping notes ' || n, 'Batch ' || n || ': bright, clean, a little floral.', timestamptz '2024-03-01 07:00+00' + n * interval '9 days'
from generate_series(1, 40) n;
`,
    snippets: [],
  },
];
