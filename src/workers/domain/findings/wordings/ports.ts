// Which server usually listens on a port, where there is one that nearly everybody means by it.

const USUAL: ReadonlyMap<number, string> = new Map([
  [21, 'FTP'],
  [22, 'SSH'],
  [25, 'SMTP'],
  [53, 'DNS'],
  [80, 'HTTP'],
  [143, 'IMAP'],
  [389, 'LDAP'],
  [443, 'HTTPS'],
  [465, 'SMTP'],
  [587, 'SMTP'],
  [636, 'LDAP'],
  [993, 'IMAP'],
  [1433, 'SQL Server'],
  [1521, 'Oracle Database'],
  [1883, 'MQTT'],
  [2181, 'ZooKeeper'],
  [2379, 'etcd'],
  [3306, 'MySQL'],
  [4222, 'NATS'],
  [4317, 'OpenTelemetry'],
  [4318, 'OpenTelemetry'],
  [5432, 'PostgreSQL'],
  [5672, 'RabbitMQ'],
  [5984, 'CouchDB'],
  [6379, 'Redis'],
  [6432, 'PgBouncer'],
  [7687, 'Neo4j'],
  [8086, 'InfluxDB'],
  [9042, 'Cassandra'],
  [9092, 'Kafka'],
  [9200, 'Elasticsearch'],
  [11211, 'Memcached'],
  [26257, 'CockroachDB'],
  [27017, 'MongoDB'],
]);

/** `; that is PostgreSQL's usual port`, or nothing. */
export function toUsualPort(port: string | undefined): string {
  const server = USUAL.get(Number(port));
  return server === undefined ? '' : `; that is the usual port of ${server}`;
}

/** Whether the host is the machine itself, as the one that calls sees it. */
export function isLoopback(host: string | undefined): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (host?.startsWith('127.') ?? false);
}
