// The small page: live counts and the newest error groups. Every text from an event is set as text, never as markup.

const GROUPS_SHOWN = 20;
const MESSAGE_CHARS_SHOWN = 300;
/** Messages come faster than anybody reads; the counts are fetched at most this often. */
const REFRESH_MS = 1000;
/** Data can also go (retention, clear), which the feed does not tell. */
const REFRESH_IDLE_MS = 60_000;
const RECONNECT_MS_MIN = 500;
const RECONNECT_MS_MAX = 15_000;

/** What cannot be seen, or makes a line read differently from what it says; line breaks and tabs are only spaces. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu;

const byId = (id) => document.getElementById(id);
const number = new Intl.NumberFormat();
/** Newest first, by id. */
const groups = new Map();
let token = sessionStorage.getItem('errord-token') ?? '';
let reconnectMs = RECONNECT_MS_MIN;
let reconnectTimer = null;
let refreshTimer = null;
let renderRequested = false;

byId('unlock').addEventListener('click', unlock);
byId('token').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') unlock();
});
setInterval(refresh, REFRESH_IDLE_MS);
connect();

function connect() {
  clearTimeout(reconnectTimer);
  reconnectTimer = null;
  showConnection('connecting', 'connecting …');
  const url = new URL('/ws', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (token !== '') url.searchParams.set('token', token);
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => {
    reconnectMs = RECONNECT_MS_MIN;
    showConnection('live', 'live');
    // What happened while the connection was down is not sent again.
    refresh();
  });
  socket.addEventListener('message', (event) => take(JSON.parse(event.data)));
  socket.addEventListener('close', () => {
    showConnection('lost', `connection lost, trying again in ${Math.ceil(reconnectMs / 1000)} s`);
    reconnectTimer = setTimeout(connect, reconnectMs);
    reconnectMs = Math.min(2 * reconnectMs, RECONNECT_MS_MAX);
    // A wrong token closes the feed without a reason; the answer to a query has one.
    refresh();
  });
}

function take({ type, payload }) {
  if (type === 'new_error' || type === 'status_change') put(payload);
  if (type === 'new_event') put(payload.errorGroup);
  if (refreshTimer !== null) return;
  refreshTimer = setTimeout(() => {
    refreshTimer = null;
    refresh();
  }, REFRESH_MS);
}

function put(group) {
  groups.set(group.id, group);
  requestRender();
}

async function refresh() {
  try {
    const [stats, list] = await Promise.all([
      read('/api/stats?timeRange=24h'),
      read(`/api/errors?pageSize=${GROUPS_SHOWN}`),
    ]);
    byId('locked').hidden = true;
    byId('health').textContent = `${stats.healthScore} %`;
    byId('requests').textContent = number.format(stats.totalRequests);
    byId('failed').textContent = number.format(stats.errorRequests);
    byId('errors').textContent = number.format(stats.errorsLast24h);
    groups.clear();
    for (const group of list.errors) groups.set(group.id, group);
    requestRender();
  } catch (error) {
    if (error.status === 401) byId('locked').hidden = false;
    // Anything else shows as a lost connection, and the next refresh tries again.
  }
}

async function read(path) {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(path, { headers });
  if (!response.ok) throw Object.assign(new Error(path), { status: response.status });
  return response.json();
}

function unlock() {
  token = byId('token').value.trim();
  sessionStorage.setItem('errord-token', token);
  reconnectMs = RECONNECT_MS_MIN;
  if (reconnectTimer === null) refresh();
  else connect();
}

function requestRender() {
  if (renderRequested) return;
  renderRequested = true;
  requestAnimationFrame(() => {
    renderRequested = false;
    render();
  });
}

function render() {
  const newest = [...groups.values()].sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1)).slice(0, GROUPS_SHOWN);
  groups.clear();
  for (const group of newest) groups.set(group.id, group);
  byId('empty').hidden = newest.length > 0;
  byId('groups').replaceChildren(...newest.map(toItem));
}

function toItem(group) {
  const item = document.createElement('li');
  item.className = 'group';
  item.dataset.severity = group.severity;
  item.append(toElement('h3', '', `${group.type}: ${cut(group.message)}`));
  const facts = [
    `${number.format(group.count)} ×`,
    group.severity,
    group.status,
    group.source,
    group.projectId && `project ${group.projectId}`,
    `last seen ${new Date(group.lastSeen).toLocaleString()}`,
  ];
  item.append(toElement('p', 'facts', facts.filter(Boolean).join(' · ')));
  if (group.explanation) item.append(toElement('p', 'explanation', group.explanation));
  return item;
}

function toElement(name, className, text) {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  element.textContent = toVisible(text);
  return element;
}

function toVisible(text) {
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function cut(text) {
  return text.length > MESSAGE_CHARS_SHOWN ? `${text.slice(0, MESSAGE_CHARS_SHOWN)} …` : text;
}

function showConnection(state, text) {
  const element = byId('connection');
  element.dataset.state = state;
  element.textContent = text;
}
