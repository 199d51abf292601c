import type { Pattern } from '../pattern.js';

export const MODULE_NOT_FOUND: Pattern = {
  id: 'module-not-found',
  title: 'Module not found or not loadable',
  text: 'A module or package that the code imports could not be found: it is not installed where the app runs, or its path or name is wrong (upper and lower case matter on Linux).',
  suggestion:
    'Check the spelling of the path, install the package (`npm install`, as a dependency and not only for development), and deploy node_modules and all built files with the app.',
  examples: [
    "Cannot find module 'express'\nRequire stack:\n- /app/src/index.js",
    "Cannot find package 'lodash' imported from /app/src/index.mjs",
    "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.28' not found (required by /app/node_modules/better-sqlite3/build/Release/better_sqlite3.node)",
  ],
  counterexamples: [
    'Package not found at the depot',
    'Driver not found for bus 12',
    "Cannot find module 'Linear Algebra' in the timetable of 2025",
    'Library not loaded: book van stays in Ghent',
    'Class "Yoga Beginners" not found in the spring timetable',
    'Package not found at post office 12',
  ],
  signs: { codes: ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'TS2307', 'TS2792'] },
  otherSigns: [
    {
      says: [
        /(?:^|: )module '\S{1,120}' not found:\n\s{0,8}no field package\.preload\b|(?:^|: )there is no package called ['‘]\S{1,80}['’]/,
      ],
    },
  ],
  match: [
    /(?:^|[:\n] ?)(?:Error: )?Cannot find (?:module|package) (?:'[^'\s]+'|"[^"\s]+"|@[\w.-]+\/\S+)(?=$|[\n.,;]| imported| from| or its| Please| Require)|: (?:invalid ELF header|wrong ELF class: \w+|file too short|undefined symbol: \w+)$|\bversion `?'?(?:GLIBC|GLIBCXX|CXXABI)_[\d.]+'? not found/,
    /(?:^|: )(?:Invalid (?:module "[^"]+"|package (?:target|config)|"exports" target) |(?:Failed to resolve module specifier|Error resolving module specifier|The specifier) ["“'‘]|Unable to resolve (?:module|path to module) [`'"]?\S+|Cannot (?:resolve|load) module ['"`]\S+['"`])/,
    /^(?:Module (?:name, '[^']+' does not resolve to a valid URL|specifier, ')|Could not locate (?:the bindings file|module \S+ mapped as)|Qualified path resolution failed|Your application tried to access \S+, but it isn't declared)|^gyp ERR!|\bnode-gyp (?:rebuild|failed)\b|`gyp` failed with exit code|\bmach-o(?: file)?, but (?:wrong architecture|is an incompatible architecture)|\bincompatible architecture \(have|\bis not a valid Win32 application\b|\bcannot open shared object file: No such file/,
    /\.node(?:'|"|$|\n)(?=.{0,40}(?:specified (?:module|procedure) could not be found))/s,
    /^The specified (?:module|procedure) could not be found\.(?:$|\n|\r)|(?:^|: )(?:Error loading shared library|dlopen\(|Library not loaded: [@/]|symbol lookup error: )|^(?:Cannot find native (?:binding|module)|Could not load native module|No (?:native build was found|prebuilt (?:or local )?binar(?:y|ies) (?:was )?found)\b|(?:Something went wrong installing|Could not load) the "sharp" module|You installed \w+ (?:for|on) another platform|Failed to load (?:native (?:binding|module)|SWC binary)|Unable to load native )/,
  ],
  cases: [
    {
      id: 'database-driver',
      signs: {
        says: [
          /^Please install [\w@/-]+ package manually|^Knex: run\n\$ npm install |\b[Pp]ackage has not been found installed\b|^Cannot find module '(?:pg|mysql2?|sqlite3|better-sqlite3|tedious|oracledb|mongodb)'/,
        ],
      },
      otherSigns: [
        { classes: ['DriverPackageNotInstalledError', 'MissingDriverError', 'MongoMissingDependencyError'] },
      ],
      text: 'The driver package of the database is not installed: the ORM or query builder loads it only when it connects, and it is not among the dependencies that were deployed.',
      suggestion:
        'Install the driver that the message names (npm install pg, mysql2, better-sqlite3 or the like) as a dependency, not a devDependency, and let bundlers leave it external.',
      examples: ['Please install mysql2 package manually', 'Knex: run\n$ npm install pg --save'],
    },
    {
      id: 'import-alias',
      signs: {
        codes: ['ERR_PACKAGE_IMPORT_NOT_DEFINED'],
        says: [/(?:^|: )Package import specifier "#[^"\s]{1,200}" is not defined in package /],
      },
      text: 'The import begins with #, which names an alias of the "imports" field in package.json, and no alias of this name is defined there (or the nearest package.json is another one than you expect).',
      suggestion:
        'Add the alias under "imports" in the package.json nearest to the file, check its spelling and conditions, and copy package.json to the place where the built code runs.',
      examples: [
        {
          type: 'TypeError',
          message:
            'Package import specifier "#config" is not defined in package /srv/shop/package.json imported from /srv/shop/a.mjs',
          code: 'ERR_PACKAGE_IMPORT_NOT_DEFINED',
        },
      ],
    },
    {
      id: 'directory-import',
      signs: { codes: ['ERR_UNSUPPORTED_DIR_IMPORT'], says: [/(?:^|: )Directory import '[^']+' is not supported/] },
      text: 'The import names a directory (folder). ES modules do not look for an index file in it, as require does.',
      suggestion:
        'Write the full path with the file and its extension (./lib/index.js), or let a bundler or TypeScript setting for ES modules add it.',
      examples: [
        "Directory import '/srv/app/lib' is not supported resolving ES modules imported from /srv/app/index.mjs",
      ],
    },
    {
      id: 'python-circular-import',
      signs: { says: ['most likely due to a circular import)'] },
      text: 'A circular import: this module imports another one that, directly or over others, imports it back before it has run to its end, so the name does not exist yet.',
      suggestion:
        'Move what both need into a third module, import inside the function that uses it, and check that no file of your own has the name of a library.',
      examples: [
        {
          type: 'ImportError',
          message:
            "cannot import name 'Order' from partially initialized module 'shop.models' (most likely due to a circular import) (/srv/shop/models.py)",
          language: 'python',
        },
      ],
    },
    {
      id: 'python-import-name',
      signs: {
        says: [/^cannot import name '\w{1,100}' from '[\w.]{1,150}'(?! \(most)|^cannot import name '\w{1,100}'$/],
      },
      text: 'The module was found, but it has no class or function of this name to import: another version of the library is installed than the code expects, the name was moved or is misspelled, or the modules import each other (a circular import).',
      suggestion:
        'Compare the installed version (pip show) with the one that is needed and pin it, look up where the name went in its release notes, and check which file is imported: the message gives its path.',
      examples: [
        {
          type: 'ImportError',
          message:
            "cannot import name 'soft_unicode' from 'markupsafe' (/srv/venv/lib/python3.11/site-packages/markupsafe/__init__.py)",
          language: 'python',
        },
      ],
    },
    {
      id: 'python-module',
      signs: { says: [/^No module named '?[\w.]{1,150}'?(?:; '[\w.]{1,100}' is not a package)?$/] },
      otherSigns: [{ classes: ['PackageNotFoundError'] }],
      text: 'Python found no module of this name: its package is not installed in the environment that runs the program, or the path or name is wrong. The package may have another name than the module (cv2 is in opencv-python).',
      suggestion:
        'Install it with pip in the same virtual environment (python -m pip install), add it to requirements.txt or pyproject.toml, and for modules of your own run from the root of the project.',
      examples: [
        {
          type: 'ModuleNotFoundError',
          message: "No module named 'shop.cart'; 'shop' is not a package",
          language: 'python',
        },
      ],
    },
    {
      id: 'static-initializer',
      signs: {
        classes: ['ExceptionInInitializerError', 'NoClassDefFoundError', 'TypeInitializationException'],
        where: ['^ExceptionInInitializerError: ', '^TypeInitializationException: ', 'Could not initialize class '],
      },
      text: 'A class could not be initialized: the code that sets its static fields failed when the class was used for the first time. Each later use fails with "could not initialize class".',
      suggestion:
        'Look for the first such error in the log and its cause, and correct that static initializer: often a missing setting, file or native library.',
      examples: [
        {
          type: 'java.lang.NoClassDefFoundError',
          message: 'Could not initialize class com.acme.Config',
          language: 'java',
        },
      ],
    },
    {
      id: 'class-not-found',
      signs: {
        classes: ['ClassNotFoundException', 'NoClassDefFoundError', 'TypeNotPresentException', 'TypeLoadException'],
      },
      otherSigns: [{ says: [/^Could not find or load main class \S/] }, { classes: ['CannotLoadBeanClassException'] }],
      text: 'A class could not be found when the program ran: the dependency (jar or assembly) that holds it is not on the classpath, has another version, or the name of the class in a setting is misspelled.',
      suggestion:
        'Find out which library holds the class and add it as a dependency that is packaged with the program (not only for compiling or tests), and look for two versions of it in the dependency tree.',
      examples: [
        { type: 'java.lang.ClassNotFoundException', message: 'org.postgresql.Driver', language: 'java' },
        { type: 'java.lang.NoClassDefFoundError', message: 'org/slf4j/LoggerFactory', language: 'java' },
      ],
    },
    {
      id: 'other-version',
      signs: {
        classes: [
          'NoSuchMethodError',
          'NoSuchFieldError',
          'AbstractMethodError',
          'IncompatibleClassChangeError',
          'IllegalAccessError',
          'VerifyError',
          'UnsupportedClassVersionError',
          'MissingMethodException',
          'MissingFieldException',
        ],
        // That of Dart is of a method that was called on null.
        where: /^(?!NoSuchMethodError: The )\w{1,40}(?:Error|Exception): /,
      },
      text: 'At run time another version of a class is loaded than the code was compiled with: a method or field is missing or has changed, because two versions of a library (jar) are on the classpath, or the class needs a newer Java.',
      suggestion:
        'Look at the dependency tree (mvn dependency:tree, gradle dependencies) for two versions of the library that the message names, align them, and run on the Java version it was compiled for.',
      examples: [
        {
          type: 'java.lang.NoSuchMethodError',
          message: "'void com.google.common.base.Preconditions.checkArgument(boolean, java.lang.String, char)'",
          language: 'java',
        },
      ],
    },
    {
      id: 'assembly',
      signs: {
        classes: ['FileNotFoundException', 'FileLoadException'],
        says: ["^Could not load file or assembly '"],
        where: ["^Could not load file or assembly '"],
      },
      text: 'A .NET assembly could not be loaded: the package (DLL) was not deployed with the program, or another version of it is there than the one it was built with.',
      suggestion:
        'Add the package to the project that starts, publish again, align the versions of packages (dotnet list package --include-transitive), and remove old files from bin and obj.',
      examples: [
        {
          type: 'System.IO.FileNotFoundException',
          message: "Could not load file or assembly 'Newtonsoft.Json, Version=13.0.0.0, Culture=neutral'.",
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'ruby-gem',
      signs: {
        classes: ['LoadError', 'MissingSpecError', 'GemNotFound', 'MissingSpecVersionError'],
        says: [/^cannot load such file -- \S/],
      },
      text: 'Ruby could not load this file: the gem is not installed or not in the Gemfile, its native extension was not built, or the path of a file of your own is wrong.',
      suggestion:
        'Add the gem to the Gemfile and install it with Bundler in the environment that runs the program, start it with bundle exec, and use require_relative for files of your own.',
      examples: [{ type: 'LoadError', message: 'cannot load such file -- pg', language: 'ruby' }],
    },
    {
      id: 'package-of-compiler',
      signs: {
        says: [
          /\bno required module provides package \S|\bcannot find (?:module providing )?package "?\S{1,200}|\bpackage \S{1,200} is not in (?:std|GOROOT)\b|\bmissing go\.sum entry for module\b|^Can't locate \S{1,150} in @INC\b|\bunresolved import `\S{1,150}`|\buse of (?:undeclared|unresolved) (?:crate|module|type)|\bcan't find crate for `|\bunlinked crate `|^no matching package named `|\bmodule \S{1,150} is not (?:available|loaded and could not be found)\b/,
        ],
        codes: ['E0432', 'E0433', 'E0463'],
      },
      otherSigns: [
        { codes: ['ENOENT'], where: ['failed to get ', 'failed to load source for '] },
        {
          says: [
            /^(?:error: )?(?:failed to (?:get|load source for) .{1,120}dependency|no matching package named [`'])|^CMake Error at [^\n]{1,200}\(find_package\)|^Could NOT find [A-Z]\w/,
          ],
        },
        {
          says: [
            /^\S{1,200}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error: (?:\S{1,120}: No such file or directory|'\S{1,120}' file not found|package \S{1,120} does not exist)/,
          ],
        },
      ],
      text: 'An imported package, crate, module or header (include) file could not be found: it is not installed or not among the dependencies (go.mod, Cargo.toml, mix.exs), or the path or name of the import is misspelled.',
      suggestion:
        'Add the dependency (go get and go mod tidy, cargo add, mix deps.get), commit the changed files, and check the path of the import and the enabled features.',
      examples: [
        { type: 'Error', message: 'b.c:1:10: fatal error: zlib.h: No such file or directory' },
        {
          message:
            'main.go:4:2: no required module provides package github.com/gorilla/mux; to add it:\n\tgo get github.com/gorilla/mux',
          language: 'go',
        },
        { message: 'error[E0432]: unresolved import `serde`', language: 'rust' },
        {
          type: 'UndefinedFunctionError',
          message: 'function Jason.encode/1 is undefined (module Jason is not available)',
          language: 'elixir',
        },
      ],
    },
    {
      id: 'other-node-version',
      signs: {
        codes: ['ERR_DLOPEN_FAILED'],
        says: [
          /\bwas compiled against a different Node\.js version\b|\bNODE_MODULE_VERSION \d|(?:^|: )Module did not self-register/,
        ],
        where: ['compiled against', 'NODE_MODULE_VERSION', 'self-register'],
      },
      text: 'A native module was built for another Node version than the one that runs it.',
      suggestion:
        'Run `npm rebuild`, or delete node_modules and reinstall with the Node version that runs the app; for Electron rebuild it for Electron.',
      examples: [
        "The module '/app/a.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 108.",
      ],
    },
    {
      id: 'system-library',
      signs: {
        classes: [
          'UnsatisfiedLinkError',
          'DllNotFoundException',
          'BadImageFormatException',
          'EntryPointNotFoundException',
        ],
        codes: ['ENOENT'],
        where: /shared object file|^(?:Unsatisfied|Dll|BadImage|EntryPoint)\w{5,30}: /,
      },
      when: /GLIBC|GLIBCXX|CXXABI|shared object|shared library|Library not loaded|symbol|lookup error/,
      text: 'A native module or library could not be loaded: a system library that it needs (such as glibc) is missing here, is not on the library path, or has an older version or another architecture than the one it was built for.',
      suggestion:
        'Install the library, use a newer base image (or one of the same kind: Alpine has no glibc), or rebuild the module on this system.',
      examples: [
        "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.28' not found (required by /app/a.node)",
        {
          type: 'java.lang.UnsatisfiedLinkError',
          message: 'no foo in java.library.path: /usr/lib/jni:/lib:/usr/lib',
          language: 'java',
        },
      ],
    },
    {
      id: 'native-module',
      signs: { codes: ['ERR_DLOPEN_FAILED'] },
      when: /ELF|architecture|Win32|another platform|prebu|native|bindings|gyp|"sharp"|SWC|dlopen|file too short|specified (?:module|procedure)|\.node\b/,
      text: 'A native module could not be loaded: it was installed for another system, platform or architecture, or its binary was never built or downloaded.',
      suggestion:
        'Delete node_modules and reinstall on the machine (or in the image) that runs the app, do not copy node_modules between systems, and install build tools if it must be compiled.',
      examples: ['/app/a.node: invalid ELF header'],
    },
    {
      id: 'built-in-module',
      signs: {
        codes: ['ERR_UNKNOWN_BUILTIN_MODULE'],
        says: ['^No such built-in module: ', ': No such built-in module: '],
      },
      text: 'This Node version has no built-in module of this name: it came with a later version, or the name is misspelled.',
      suggestion:
        'Upgrade Node (check `node --version` where the app runs, not only on your machine), or use a package instead.',
      examples: ['No such built-in module: node:sqlite'],
    },
    {
      id: 'not-exported-path',
      signs: {
        codes: ['ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_INVALID_PACKAGE_TARGET', 'ERR_INVALID_PACKAGE_CONFIG'],
        says: [
          /(?:^|: )(?:Package subpath '?"?[^'"\s]+'?"? is not defined by|No "exports" main (?:defined|resolved) in|Missing "[^"\s]{1,200}" specifier in) /,
        ],
      },
      text: 'The package does not export this path: its "exports" in package.json list what may be imported, and this module is not among it.',
      suggestion: 'Import a path the package lists (see its documentation), or install the version that still has it.',
      examples: [
        'Package subpath \'./lib/utils\' is not defined by "exports" in /app/node_modules/some-lib/package.json',
      ],
    },
    {
      id: 'bare-specifier',
      otherSigns: [{ codes: ['ERR_INVALID_MODULE_SPECIFIER', 'ERR_UNSUPPORTED_RESOLVE_REQUEST'] }],
      when: ['specifier', 'valid URL'],
      text: 'The browser cannot resolve this import: a bare package name (module specifier) means nothing to it without a bundler or an import map, and a path must begin with a slash or a dot.',
      suggestion: 'Bundle the code, add an import map, or import the module by its path or URL.',
      examples: [
        'Failed to resolve module specifier "vue". Relative references must start with either "/", "./", or "../".',
      ],
    },
    {
      id: 'package-registry',
      signs: {
        codes: ['npm E404', 'npm ETARGET', 'npm ENOVERSIONS'],
        says: [
          /^ERROR: (?:Could not find a version that satisfies|No matching distribution found)|^E: Unable to locate package |^go: (?:module )?\S{1,200}: (?:no matching versions|module lookup disabled|unknown revision)/,
        ],
      },
      otherSigns: [
        { codes: ['NU1101', 'NU1102', 'NU1103'] },
        {
          says: [
            /^Your requirements could not be resolved to an installable set of packages|^Could not find [\w.-]{1,80}:[\w.-]{1,80}:\S{1,60}$|"https:\/\/registry\.(?:yarnpkg\.com|npmjs\.org)\/\S{1,120}: Not found"/,
          ],
        },
        { codes: ['ERR_PNPM_NO_MATCHING_VERSION', 'ERR_PNPM_FETCH_404'] },
        { classes: ['DependencyResolutionException', 'ArtifactNotFoundException', 'ArtifactResolutionException'] },
      ],
      text: 'The package registry has no package of this name or no such version: the name has a typo, it is private and the login is missing, or the version does not exist for this platform or interpreter.',
      suggestion:
        'Check name and version of the package, update the package list (apt update), the registry in use and its login, and which versions of the language the package supports.',
      examples: [
        { type: 'Error', message: 'Your requirements could not be resolved to an installable set of packages.' },
        {
          type: 'Error',
          message: 'npm ERR! code E404\nnpm ERR! 404 Not Found - GET https://registry.npmjs.org/foo-none - Not found',
        },
        {
          type: 'Error',
          message: 'ERROR: Could not find a version that satisfies the requirement foo==9 (from versions: none)',
        },
        { type: 'Error', message: 'E: Unable to locate package foo' },
      ],
    },
    {
      id: 'dependency-versions',
      signs: {
        codes: ['npm ERESOLVE', 'npm EBADENGINE', 'npm EPEERINVALID', 'npm EINTEGRITY'],
        says: [
          /`npm ci` can only install packages when your package\.json and package-lock\.json|^ERROR: (?:Cannot install|ResolutionImpossible)|^You have already activated \S{1,80} /,
        ],
      },
      otherSigns: [
        { codes: 'npm EBADPLATFORM, npm EUSAGE'.split(', ') },
        {
          codes:
            'ERR_PNPM_OUTDATED_LOCKFILE, ERR_PNPM_PEER_DEP_ISSUES, ERR_PNPM_UNSUPPORTED_ENGINE, ERR_PNPM_LOCKFILE_BREAKING_CHANGE'.split(
              ', ',
            ),
        },
      ],
      text: 'The versions of the packages do not fit together: a peer dependency conflicts, the engine (Node version) is another than required, or the lock file is out of sync with package.json or has another checksum (integrity).',
      suggestion:
        'Read which versions are in conflict, run npm install and commit package-lock.json, use the required version of Node, or clear the cache (npm cache clean --force); with Bundler use bundle exec.',
      examples: [
        { type: 'Error', message: 'npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree' },
        {
          type: 'Error',
          message:
            'npm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.',
        },
      ],
    },
    {
      id: 'npm-script',
      signs: { says: [/^(?:npm (?:ERR!|error) [Mm]issing script: |Missing script: ")/] },
      text: 'The package.json has no script of this name: the script is missing there, has another name, or npm runs in another directory.',
      suggestion:
        'Run npm run to list the scripts, add it to "scripts" in package.json, or run the command in the directory of the right package.',
      examples: [{ type: 'Error', message: 'npm ERR! missing script: start' }],
    },
    {
      id: 'externally-managed',
      signs: { says: ['^externally-managed-environment', '^error: externally-managed-environment'] },
      text: 'pip may not install into the Python of the operating system: it is managed by the package manager (externally managed).',
      suggestion:
        'Create a virtual environment (python3 -m venv .venv) and install there, or use pipx or the package of the system.',
      examples: [{ type: 'Error', message: 'error: externally-managed-environment' }],
    },
    {
      id: 'optional-package',
      signs: {
        says: [
          /^Form data requires "python-multipart" to be installed|^Missing optional dependency '|^\S{1,60} requires \S{1,60} to be installed$|^unable to determine transport target for "/,
        ],
      },
      text: 'A feature of the library needs an optional package that is not installed in this environment, such as python-multipart for form data.',
      suggestion:
        'Install the package named in the message (pip install …) and add it to the requirements of the deployment.',
      examples: [
        { type: 'RuntimeError', message: 'Form data requires "python-multipart" to be installed.', language: 'python' },
      ],
    },
    {
      id: 'constant-of-file',
      signs: { says: [/^expected file .{1,300} to define constant \S/] },
      text: 'The autoloader (Zeitwerk) loaded a file that does not define the constant its name asks for: the name of the file and of the class or module differ.',
      suggestion:
        'Rename the file or the constant so that both fit (app/models/foo_bar.rb defines FooBar), or add an inflection for abbreviations.',
      examples: [
        {
          type: 'Zeitwerk::NameError',
          message: "expected file app/models/foo.rb to define constant Foo, but didn't",
          language: 'ruby',
        },
      ],
    },
    {
      id: 'database-driver',
      signs: {
        says: [
          '^No suitable driver found for',
          '^No suitable driver $',
          '^could not find driver$',
          '^sql: unknown driver "',
        ],
      },
      otherSigns: [{ classes: ['NoSuchModuleError'] }],
      text: 'The database driver is not there: the extension (pdo_mysql, pdo_pgsql) is not installed or enabled, the JDBC jar is not on the classpath, the import of the driver is missing, or the URL names another driver.',
      suggestion:
        'Install and enable the driver (a PHP extension, a dependency with the jar, import _ "github.com/lib/pq"), and check the beginning of the database URL.',
      examples: [
        {
          type: 'java.sql.SQLException',
          message: 'No suitable driver found for jdbc:postgresql://localhost/x',
          language: 'java',
        },
        { type: 'PDOException', message: 'could not find driver', language: 'php' },
        { type: '*errors.errorString', message: 'sql: unknown driver "postgres" (forgotten import?)', language: 'go' },
      ],
    },
    {
      id: 'resource-bundle',
      signs: { classes: ['MissingResourceException', 'MissingTranslationData', 'MissingTranslation'] },
      text: 'A text or resource bundle was not found: the file of translations for this locale is not on the classpath, or has no such key (translation missing).',
      suggestion:
        'Check the base name of the bundle, its folder and the locale, add the missing key, or give it a default text.',
      examples: [
        {
          type: 'java.util.MissingResourceException',
          message: "Can't find bundle for base name messages, locale en_US",
          language: 'java',
        },
      ],
    },
    {
      id: 'native-plugin',
      signs: { classes: ['MissingPluginException'] },
      text: 'The native side of a plugin is not in the app: Flutter found no implementation of this method on this platform, often as the app was not rebuilt after the plugin was added.',
      suggestion:
        'Stop the app and rebuild it (flutter clean, flutter run), check that the plugin supports this platform and is registered.',
      examples: [
        {
          type: 'MissingPluginException',
          message: 'No implementation found for method getAll on channel plugins.flutter.io/shared_preferences',
        },
      ],
    },
  ],
};
